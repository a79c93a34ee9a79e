// `--scheduler priority`, equals in time slices: as if any thread could go on. See thread-any.c.
// threads: scheduler=priority
// executions: 6
// finals: x=1 a=0; x=2 a=0; x=2 a=2; x=1 a=2; x=1 a=1
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
