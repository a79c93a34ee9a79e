// Two cores: an atomic section is indivisible on all of them. main has one section of 2 accesses and an access behind
// it, W x; the ISR a start and 1 step. The section counts begin, W x, W x and end: 4 steps, into which nothing comes.
//   no start 1; start and step in 3 gaps (before the section, behind it, behind W x): 3 + 2 + 1 = 6
// threads: cores=2
// executions: 7
// finals: x=3; x=4
#include <preempt.h>
int x;

void isr_1(void) { x = 4; }

int main(void) {
    preempt_atomic_begin();
    x = 1;
    x = 2;
    preempt_atomic_end();
    x = 3;
}
