/*
 * A watchdog timer: a program has to call it now and then, or the machine is reset. Faults on purpose: the question how
 * much time is left reads without the lock, and a reset is recorded without it.
 */
#include <preempt.h>

struct watchdog_extension {
    unsigned lock;
    unsigned running;
    unsigned left;      /* ticks until the reset */
    unsigned period;
    unsigned no_way_out; /* once started, it cannot be stopped */
    unsigned resets;
    unsigned opens;      /* interlocked */
    unsigned reason;
};

static struct watchdog_extension the_watchdog;
void *watchdog;

static void acquire(struct watchdog_extension *w)
{
    preempt_atomic_begin();
    preempt_block_until(w->lock == 0);
    w->lock = 1;
    preempt_atomic_end();
}

static void release(struct watchdog_extension *w)
{
    preempt_atomic_begin();
    w->lock = 0;
    preempt_atomic_end();
}

unsigned watchdog_open(void *extension)
{
    struct watchdog_extension *w = extension;
    unsigned is_first;

    preempt_atomic_begin();
    is_first = w->opens == 0;
    if (is_first)
        w->opens = 1;
    preempt_atomic_end();
    if (!is_first)
        return 1;
    acquire(w);
    w->running = 1;
    w->left = w->period;
    release(w);
    return 0;
}

unsigned watchdog_close(void *extension, unsigned may_stop)
{
    struct watchdog_extension *w = extension;

    acquire(w);
    if (may_stop && !w->no_way_out)
        w->running = 0;
    release(w);
    preempt_atomic_begin();
    w->opens = 0;
    preempt_atomic_end();
    return 0;
}

unsigned watchdog_keepalive(void *extension)
{
    struct watchdog_extension *w = extension;

    acquire(w);
    if (w->running)
        w->left = w->period;
    release(w);
    return 0;
}

unsigned watchdog_set_period(void *extension, unsigned ticks)
{
    struct watchdog_extension *w = extension;

    if (ticks == 0)
        return 1;
    acquire(w);
    w->period = ticks;
    w->left = ticks;
    release(w);
    return 0;
}

unsigned watchdog_time_left(void *extension)
{
    struct watchdog_extension *w = extension;

    return w->running ? w->left : 0;
}

void watchdog_tick(void *extension)
{
    struct watchdog_extension *w = extension;
    unsigned is_over;

    acquire(w);
    if (w->running && w->left > 0)
        w->left--;
    is_over = w->running && w->left == 0;
    release(w);
    if (is_over) {
        w->resets = w->resets + 1;
        w->reason = 1;
    }
}

unsigned watchdog_status(void *extension)
{
    struct watchdog_extension *w = extension;
    unsigned status;

    acquire(w);
    status = w->resets;
    w->reason = 0;
    release(w);
    return status;
}

void watchdog_setup(void)
{
    watchdog = &the_watchdog;
    the_watchdog.period = 2;
    the_watchdog.running = 1;
    the_watchdog.left = 1;
}
