/*
 * The Bluetooth driver with its fix: a thread counts itself first, and looks at the flag afterwards. Whoever stops the
 * driver after that waits for it.
 */
#include <assert.h>
#include <preempt.h>
#include <stdbool.h>
#include <stdlib.h>

struct device_extension {
    int pendingIo;
    bool stoppingFlag;
    bool stoppingEvent;
};

static bool stopped;

static void io_decrement(struct device_extension *e) {
    int pending;

    preempt_atomic_begin();
    e->pendingIo = e->pendingIo - 1;
    pending = e->pendingIo;
    preempt_atomic_end();
    if (pending == 0) e->stoppingEvent = true;
}

static int io_increment(struct device_extension *e) {
    preempt_atomic_begin();
    e->pendingIo = e->pendingIo + 1;
    preempt_atomic_end();
    if (e->stoppingFlag) {
        io_decrement(e);
        return -1;
    }
    return 0;
}

static void stop(void *argument) {
    struct device_extension *e = argument;

    e->stoppingFlag = true;
    io_decrement(e);
    preempt_atomic_begin();
    preempt_block_until(e->stoppingEvent);
    preempt_atomic_end();
    /* The resources are given back. */
    stopped = true;
}

static void add(struct device_extension *e) {
    int status = io_increment(e);

    if (status != 0) return;
    /* The request is worked on. */
    assert(!stopped);
    io_decrement(e);
}

int main(void) {
    struct device_extension *e = malloc(sizeof *e);

    e->pendingIo = 1;
    e->stoppingFlag = false;
    e->stoppingEvent = false;
    stopped = false;
    preempt_spawn(stop, e);
    add(e);
    preempt_exit();
}
