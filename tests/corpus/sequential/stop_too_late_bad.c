/* A request asks whether the driver stops, and counts itself only then: it works on what is gone. By KISS with room for the thread that
   stops it. */
// options: --engine kiss --property assertion --max 1
// expect a: assertion
#include <assert.h>
#include <pthread.h>

static volatile int stopping, pending, stopped;

static void *stop(void *unused) {
    stopping = 1;
    if (pending == 0) stopped = 1;
    return unused;
}

int main(void) {
    pthread_t stopper;
    pthread_create(&stopper, 0, stop, 0);
    if (!stopping) {
        pending++;
        assert(!stopped); // a.1
        pending--;
    }
    return 0;
}
