// `--scheduler priority` without time slices: main goes on until it waits, yields or ends.
// threads: scheduler=priority time-slicing=off
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
