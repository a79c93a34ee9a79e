// Two cores, by priority: of three threads the two most urgent run, the third when one of them has ended.
// main: spawns S and T, W x, return. `second` has one step A behind S, `third` one step B behind T and A.
//   no A 1; A in one of the 3 places behind S, and no B 3; A behind S: B in 2 places; behind T: 2; behind W x: 1
// 1 + 3 + 2 + 2 + 1 = 9.
// threads: scheduler=priority cores=2 main:3 second:2 third:1
// executions: 9
// finals: x=1; x=2; x=3
#include <preempt.h>
int x;

void second(void *unused) { x = 2; }

void third(void *unused) { x = 3; }

int main(void) {
    preempt_spawn(second, 0);
    preempt_spawn(third, 0);
    x = 1;
    return 0;
}
