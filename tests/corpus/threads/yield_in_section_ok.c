/* Threads of one priority take turns where they yield. This one yields behind the write. */
// options: --property assertion --scheduler priority --time-slicing off
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int counter;

static void *worker(void *unused) {
    int seen = counter;
    counter = seen + 1;
    sched_yield();
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
