/* Main takes the result without waiting for the thread. */
// options: --property race
// expect a: race result
#include <pthread.h>

static int result;

static void *worker(void *unused) {
    result = 42; // a.1
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int taken = result; // a.2
    pthread_join(thread, 0);
    return taken;
}
