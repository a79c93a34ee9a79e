// An ISR starts only if its priority is above the ceiling. main has 3 steps (set, W, set): gaps 0 to 3; the ceiling is 1 in 1 and 2.
// isr_1 fits into gaps 0 and 3, isr_2 into all 4; each has 1 step.
//   none 1, only isr_1 2, only isr_2 4
//   both, one after the other: in one gap 2 · 2 orders, isr_1 in 0 and isr_2 later 3, isr_1 in 3 and isr_2 earlier 3      10
//   isr_2 inside of isr_1: 2
// 19.
// executions: 19
// finals: x=3; x=1; x=2
#include <preempt.h>

int x;

void isr_1(void) { x = 1; }
void isr_2(void) { x = 2; }

int main(void) {
    preempt_set_ceiling(1);
    x = 3;
    preempt_set_ceiling(0);
}
