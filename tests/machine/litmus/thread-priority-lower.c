// `--scheduler priority`: the thread is less urgent than main, and never runs, since main's return ends everything.
// threads: scheduler=priority worker:-1
// executions: 1
// finals: x=1 a=0
#include <preempt.h>
int x, a;

void worker(void *unused) {
    x = 2;
    a = x;
}

int main(void) {
    preempt_spawn(worker, 0);
    x = 1;
    return 0;
}
