// An arbitrary number from 3 to 5 is added by the ISR and taken away by main, which may come first or in between: the ISR's sum is lost if main's
// subtraction goes around it. out0 is what is left of 10 when main reads it, out1 the number.
// ISR before, or after the subtraction and before the read: 10. Around or never: 10 - n.
// outcomes: 10 3; 10 4; 10 5; 7 3; 6 4; 5 5
#include <preempt.h>

int x = 10, number, out0, out1;

void isr_1(void) { x = x + number; }

int main(void) {
    preempt_atomic_begin();
    number = preempt_nondet_u8();
    preempt_assume(number >= 3 && number <= 5);
    preempt_atomic_end();
    x = x - number;
    out0 = x;
    out1 = number;
}
