// `--scheduler priority` without time slices: `first` is preempted by `urgent`, which it wakes, and goes on before its
// equal `second`, whatever the order in which they are started. main, the least urgent, waits for all of them.
// Behind the spawns either of the equals begins: 2 executions.
//   first: W go, then urgent R go … R x, then first W x = 1; then second W x = 2
//   second: W x = 2; then first and urgent
// threads: scheduler=priority time-slicing=off main:3 urgent:2 first:1 second:1
// executions: 2
// finals: x=2 a=0; x=1 a=2
#include <preempt.h>
int x, a, go, done;

void urgent(void *unused) {
    preempt_atomic_begin();
    preempt_block_until(go);
    preempt_atomic_end();
    a = x;
}

void first(void *unused) {
    go = 1;
    x = 1;
    done++;
}

void second(void *unused) {
    x = 2;
    done++;
}

int main(void) {
    preempt_spawn(urgent, 0);
    preempt_spawn(first, 0);
    preempt_spawn(second, 0);
    preempt_atomic_begin();
    preempt_block_until(done == 2);
    preempt_atomic_end();
    return 0;
}
