// An interrupt that only software pends, once for each start: two pends before a start are one. First read 0: none 0, once 1 (before or
// after the second pend), twice 2. First read 1: 1 or 2.
// arrivals: 3
// outcomes: 0 0; 0 1; 0 2; 1 1; 1 2
#include <preempt.h>

int x, out0, out1;

void isr_2(void) { x++; }

int main(void) {
    preempt_pend(2);
    out0 = x;
    preempt_pend(2);
    out1 = x;
}
