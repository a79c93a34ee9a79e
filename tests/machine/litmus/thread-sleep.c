// `--scheduler priority`: main sleeps, and goes on to its end before, between or behind the 2 steps of the thread.
// threads: scheduler=priority main:1 worker:0
// executions: 3
// finals: x=1 a=0; x=1 a=2
#include <preempt.h>
int x, a;

void worker(void *unused) {
    x = 2;
    a = x;
}

int main(void) {
    preempt_spawn(worker, 0);
    preempt_sleep();
    x = 1;
    return 0;
}
