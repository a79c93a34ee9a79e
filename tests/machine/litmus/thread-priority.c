// `--scheduler priority`: the thread is more urgent than main, which goes on when it has ended.
// threads: scheduler=priority worker:1
// executions: 1
// finals: x=1 a=2
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
