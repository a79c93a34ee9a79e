// An interrupt that software pends starts only after that, and once for each time: two arrivals would be allowed.
// main has 3 steps; the gaps behind preempt_pend are 2, and never: 3.
// arrivals: 2
// executions: 3
// finals: x=3; x=2
#include <preempt.h>

int x;

void isr_2(void) { x = 2; }

int main(void) {
    x = 1;
    preempt_pend(2);
    x = 3;
}
