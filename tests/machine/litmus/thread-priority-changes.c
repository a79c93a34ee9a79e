// `--scheduler priority`: main makes itself less urgent than the thread, which runs to its end at once.
// threads: scheduler=priority main:1 worker:0
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
    preempt_set_thread_priority(preempt_self(), preempt_get_thread_priority(1) - 1);
    x = 1;
    return 0;
}
