// An execution counts up to the failing assumption: the ISR may fail before it, between main's only visible step and the assumption.
// main has 1 step. ISR before it: the assumption ends the execution, which is not considered. Between: the ISR fails, 1 execution.
// executions: 1
// failures: 1
// finals: x=1
#include <preempt.h>

int x;

void isr_1(void) { preempt_assert(x != 1); }

int main(void) {
    x = 1;
    preempt_assume(0);
}
