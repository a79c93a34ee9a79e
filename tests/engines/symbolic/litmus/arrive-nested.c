// Two arrivals of the inner ISR (x goes 0, 1, 3): two arrival points inside of the outer one, and one more behind it.
// isr: outer:1:1
// isr: inner:2:2
// interrupts: on
// arrivals: 2
// outcomes: 0 0; 0 1; 1 1; 1 3; 3 3
#include <preempt.h>

int x, out0, out1;

void inner(void) { x = x * 2 + 1; }

void outer(void) {
    preempt_arrive(inner);
    preempt_arrive(inner);
}

int main(void) {
    preempt_arrive(outer);
    out0 = x;
    preempt_arrive(inner);
    out1 = x;
}
