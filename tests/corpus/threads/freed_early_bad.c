/* What a thread was given is freed without waiting for it: it may still have been in time, and then sees a bad value. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void task(void *given) {
    int *order = given;
    int amount = *order; // undefined
    assert(amount != 0); // a.1
}

int main(void) {
    pthread_t thread;
    int *order = malloc(sizeof *order);
    *order = 0;
    pthread_create(&thread, 0, (void *(*)(void *))task, order);
    free(order);
    pthread_join(thread, 0);
    return 0;
}
