/* The Bluetooth driver: a request looks whether the driver stops, and then counts itself in. In between the driver may stop, and
   the request works on a driver that is gone. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pending = 1;
static atomic_int stopping, stopped, stop_event;

static void decrement(void) {
    if (atomic_fetch_sub(&pending, 1) == 1) stop_event = 1;
}

static int increment(void) {
    if (stopping) return 0;
    atomic_fetch_add(&pending, 1);
    return 1;
}

static void *stop(void *unused) {
    stopping = 1;
    decrement();
    if (stop_event) stopped = 1;
    return unused;
}

int main(void) {
    pthread_t stopper;
    pthread_create(&stopper, 0, stop, 0);
    if (increment()) {
        assert(!stopped); // a.1
        decrement();
    }
    pthread_join(stopper, 0);
    return 0;
}
