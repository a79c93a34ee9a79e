/* Mutual exclusion by flags alone: both may look before either has raised its flag. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], inside;

static void *worker(void *number) {
    int me = (int)(intptr_t)number, other = 1 - me;
    if (wants[other]) return 0;
    wants[me] = 1;
    assert(inside++ == 0); // a.1
    inside--;
    wants[me] = 0;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, (void *)0);
    pthread_create(&second, 0, worker, (void *)1);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
