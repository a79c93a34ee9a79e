/* What a thread was given is freed after it has ended. It has no result, as many are written. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void task(void *given) {
    int *order = given;
    int amount = *order;
    assert(amount != 0);
}

int main(void) {
    pthread_t thread;
    int *order = malloc(sizeof *order);
    *order = 1;
    pthread_create(&thread, 0, (void *(*)(void *))task, order);
    pthread_join(thread, 0);
    free(order);
    return 0;
}
