// isr_1 starts anywhere in its window, the more urgent one only at its arrival point there: one after the other, in both orders, but never
// inside of isr_1, which would lose its update (1 1).
// isr: isr_1:1:1
// isr: high:2:2
// interrupts: off
// outcomes: 0 0; 1 0; 2 1; 12 1; 21 1
#include <preempt.h>

int x, ran, out0, out1;

void isr_1(void) { x = x * 10 + 1; }

void high(void) {
    x = x * 10 + 2;
    ran = 1;
}

int main(void) {
    preempt_unmask(PREEMPT_ALL_IRQS);
    preempt_arrive(high);
    preempt_mask(PREEMPT_ALL_IRQS);
    out0 = x;
    out1 = ran;
}
