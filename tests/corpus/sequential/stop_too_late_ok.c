/* A request counts itself first, and asks then whether the driver stops. */
// options: --engine kiss --property assertion --max 1
// verdict: assertion unknown
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
    pending++;
    if (!stopping) assert(!stopped);
    pending--;
    return 0;
}
