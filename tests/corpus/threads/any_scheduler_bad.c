/* A counter without a lock, written for a kernel with priorities. Where any thread may go on, it loses counts. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int counter;

static void *worker(void *unused) {
    counter++;
    return unused;
}

static void create(pthread_t *thread, int priority) {
    pthread_attr_t attributes;
    struct sched_param given = {.sched_priority = priority};
    pthread_attr_init(&attributes);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedparam(&attributes, &given);
    pthread_create(thread, &attributes, worker, 0);
}

int main(void) {
    pthread_t threads[2];
    create(&threads[0], 1);
    create(&threads[1], 2);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(counter == 2); // a.1
    return 0;
}
