/* A thread waits for a plain flag, and takes what it announces. */
// options: --property race
// expect a: race ready
#include <pthread.h>
#include <stdatomic.h>

static volatile int ready;
static int data;

static void *producer(void *unused) {
    data = 7;
    ready = 1; // a.1
    return unused;
}

int main(void) {
    pthread_t thread;
    int taken = 0;
    pthread_create(&thread, 0, producer, 0);
    if (ready) taken = data; // a.2
    pthread_join(thread, 0);
    return taken;
}
