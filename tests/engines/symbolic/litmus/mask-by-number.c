// main switches on one of two interrupts, by arbitrary data; the other one stays off. The ISR before main's read or not.
// interrupts: off
// outcomes: 1 0; 1 1; 2 0; 2 2
#include <preempt.h>
void enable_isr(int irq);

int x, out0, out1;

void isr_1(void) { x = 1; }
void isr_2(void) { x = 2; }

int main(void) {
    int number = preempt_nondet_u8();
    preempt_assume(number == 1 || number == 2);
    if (number == 1) enable_isr(1);
    else enable_isr(2);
    out0 = number;
    out1 = x;
}
