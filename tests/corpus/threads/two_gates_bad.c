/* A visitor waits at one of two gates, by the mode that it finds. The gate of the first mode was open while the work was
   half done, and is closed when the mode changes: nobody who looks at the second gate sees that of the first. */
// expect a: assertion
// options: --property assertion
#include <assert.h>
#include <preempt.h>

static int mode, first_gate, second_gate, half_done;

static void visitor(void *unused) {
    (void)unused;
    preempt_atomic_begin();
    int is_open = mode ? second_gate : first_gate;
    preempt_block_until(is_open);
    assert(!half_done); // a.1
    preempt_atomic_end();
}

static void set(int *what, int value) {
    preempt_atomic_begin();
    *what = value;
    preempt_atomic_end();
}

int main(void) {
    preempt_spawn(visitor, 0);
    set(&first_gate, 1);
    set(&half_done, 1);
    set(&half_done, 0);
    set(&first_gate, 0);
    preempt_atomic_begin();
    mode = second_gate = 1;
    preempt_atomic_end();
    return 0;
}
