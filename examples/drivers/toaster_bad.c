/*
 * Two dispatch routines of a driver, after Fig. 6 of the KISS paper: the state of the device is written under a lock in
 * the one, and read without it in the other.
 */
#include <preempt.h>

enum pnp_state { NOT_STARTED, STARTED, STOP_PENDING, DELETED };
enum minor_function { QUERY_STOP_DEVICE, START_DEVICE, REMOVE_DEVICE };

struct device_extension {
    int removeLock;
    enum pnp_state devicePnPState;
    int completed;
};

static struct device_extension extension;

static void acquire(struct device_extension *e) {
    preempt_atomic_begin();
    preempt_block_until(e->removeLock == 0);
    e->removeLock = 1;
    preempt_atomic_end();
}

static void release(struct device_extension *e) {
    preempt_atomic_begin();
    e->removeLock = 0;
    preempt_atomic_end();
}

static void dispatch_pnp(void *argument) {
    struct device_extension *e = argument;

    acquire(e);
    switch (preempt_nondet_u8()) {
    case QUERY_STOP_DEVICE:
        e->devicePnPState = STOP_PENDING;
        break;
    case START_DEVICE:
        e->devicePnPState = STARTED;
        break;
    case REMOVE_DEVICE:
        e->devicePnPState = DELETED;
        break;
    default:
        break;
    }
    release(e);
}

static void dispatch_power(struct device_extension *e) {
    if (e->devicePnPState == DELETED) {
        acquire(e);
        e->completed = e->completed + 1;
        release(e);
    }
}

int main(void) {
    preempt_spawn(dispatch_pnp, &extension);
    dispatch_power(&extension);
    preempt_exit();
}
