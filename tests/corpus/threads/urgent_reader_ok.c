/* The consumer looks at a record in two halves. It is more urgent than the producer and never waits: it sees none. */
// options: --property assertion --scheduler priority --thread-priority main:3 --thread-priority producer:1 --thread-priority consumer:2
#include <assert.h>
#include <pthread.h>

static volatile int low, high;

static void *producer(void *unused) {
    low = 1;
    high = 1;
    return unused;
}

static void *consumer(void *unused) {
    assert(high == low);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, consumer, 0);
    pthread_create(&threads[1], 0, producer, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
