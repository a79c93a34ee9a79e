// `--scheduler priority` without time slices: behind the yield main goes on to its end, or the thread to its own.
// threads: scheduler=priority time-slicing=off
// executions: 2
// finals: x=1 a=0; x=1 a=2
#include <preempt.h>
int x, a;

void worker(void *unused) {
    x = 2;
    a = x;
}

int main(void) {
    preempt_spawn(worker, 0);
    preempt_yield();
    x = 1;
    return 0;
}
