// `--scheduler any`: whoever can may go on at any visible step. main's return ends everything.
// main has W x and its return behind the spawn, the thread W x and R x. With k steps of the thread before the return,
// W x of main has k + 1 places among them: 1 + 2 + 3 = 6.
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
