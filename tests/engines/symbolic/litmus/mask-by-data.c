// main keeps isr_1 out of the two reads if an arbitrary bit says so. Bit 0: the ISR comes between them or not; bit 1: never between.
// interrupts: on
// outcomes: 0 0; 0 1; 1 0
#include <preempt.h>
void enable_isr(int irq);
void disable_isr(int irq);

int x, out0, out1;

void isr_1(void) { x++; }

int main(void) {
    int close = preempt_nondet_bool();
    if (close) disable_isr(1);
    int before = x;
    int after = x;
    if (close) enable_isr(1);
    out0 = close;
    out1 = after - before;
}
