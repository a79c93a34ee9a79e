/* A volatile counter loses counts of threads that meet. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static volatile int counter;

static void *worker(void *unused) {
    counter++;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2); // a.1
    return 0;
}
