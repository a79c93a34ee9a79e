// `--scheduler priority`: whoever spins keeps those out that are less urgent. main sleeps, and goes on
//   before the thread has the lock, or behind the unlock: it takes it, and returns                     2
//   while the thread has it: it spins for ever                                                        1
// threads: scheduler=priority main:1 worker:0
// executions: 3
// finals: lock=1 got=1; lock=1 got=0
#include <preempt.h>
int lock, got;

void worker(void *unused) {
    preempt_atomic_begin();
    lock = 1;
    preempt_atomic_end();
    preempt_atomic_begin();
    lock = 0;
    preempt_atomic_end();
}

int main(void) {
    preempt_spawn(worker, 0);
    preempt_sleep();
    preempt_atomic_begin();
    preempt_spin_until(!lock);
    lock = 1;
    got = 1;
    preempt_atomic_end();
    return 0;
}
