// isr_2 starts anywhere in its window, the less urgent one only at its arrival point: one after the other, in both orders, or isr_2 between
// the other's read and write, which loses its update (1 1).
// isr: low:1:1
// isr: isr_2:2:2
// interrupts: off
// outcomes: 0 0; 1 0; 1 1; 2 1; 12 1; 21 1
#include <preempt.h>

int x, ran, out0, out1;

void low(void) { x = x * 10 + 1; }

void isr_2(void) {
    x = x * 10 + 2;
    ran = 1;
}

int main(void) {
    preempt_unmask(PREEMPT_ALL_IRQS);
    preempt_arrive(low);
    preempt_mask(PREEMPT_ALL_IRQS);
    out0 = x;
    out1 = ran;
}
