/* Main opens a gate, closes it and opens it again, and tells a device of each. Whoever goes through while it is open for the
   first time finds the work half done. */
// expect a: assertion
// options: --property assertion
#include <assert.h>
#include <preempt.h>

extern volatile int DEBUG;
static int open, half_done;

static void visitor(void *unused) {
    (void)unused;
    preempt_atomic_begin();
    preempt_block_until(open);
    DEBUG = 5;
    assert(!half_done); // a.1
    preempt_atomic_end();
}

static void set(int is_open, int is_half_done) {
    preempt_atomic_begin();
    DEBUG = is_open;
    open = is_open;
    half_done = is_half_done;
    preempt_atomic_end();
}

int main(void) {
    preempt_spawn(visitor, 0);
    set(1, 1);
    set(0, 0);
    set(1, 0);
    return 0;
}
