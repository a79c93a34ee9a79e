// An assumption removes the executions that violate it: the ISR comes between W and R, and nowhere else. 1.
// executions: 1
// finals: x=5 seen=1
#include <preempt.h>

int x, seen;

void isr_1(void) { x = 5; }

int main(void) {
    x = 1;
    preempt_assume(x == 5);
    seen = 1;
}
