/* A thread waits for an atomic flag, and takes what it announces. */
// options: --property race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer(void *unused) {
    data = 7;
    ready = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    int taken = 0;
    pthread_create(&thread, 0, producer, 0);
    if (ready) taken = data;
    pthread_join(thread, 0);
    return taken;
}
