// `--scheduler priority`: an ISR wakes the thread, which is more urgent than main and preempts it when the ISR is over.
// main has 2 visible steps behind the spawn (W x, its return). The ISR may start before the spawn; right behind it,
// before the thread has come to where it waits, or then; before the return; or not at all. The thread goes on at once.
// threads: scheduler=priority worker:1
// executions: 5
// finals: x=1 a=5; x=1 a=1; x=1 a=0
#include <preempt.h>
int x = 5, a, go;

void isr_1(void) { go = 1; }

void worker(void *unused) {
    preempt_atomic_begin();
    preempt_block_until(go);
    preempt_atomic_end();
    a = x;
}

int main(void) {
    preempt_spawn(worker, 0);
    x = 1;
    return 0;
}
