/* Two threads of one priority count without a lock. Without time slices each goes on to its end. */
// options: --property assertion --scheduler priority --time-slicing off
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *unused) {
    counter++;
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, worker, 0);
    pthread_create(&threads[1], 0, worker, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(counter == 2);
    return 0;
}
