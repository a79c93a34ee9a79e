/* Two threads of one priority count without a lock. In time slices one of them comes between read and write. */
// options: --property assertion --scheduler priority --time-slicing on
// expect a: assertion
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
    assert(counter == 2); // a.1
    return 0;
}
