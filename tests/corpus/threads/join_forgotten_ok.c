/* Main waits for the thread and takes the result. */
// options: --property race
#include <pthread.h>

static int result;

static void *worker(void *unused) {
    result = 42;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    int taken = result;
    return taken;
}
