// AVR: INT0 opens the mask only if main's bit is set, and only then INT1 may come between its write and its read. Both come after sei().
// outcomes: 0 0 0; 0 1 0; 0 0 2; 0 1 2; 1 0 0; 1 1 0; 1 0 2; 1 1 2; 1 2 2
// platform: avr
#include <avr/interrupt.h>
#include <preempt.h>

uint8_t x, nests;
int out0, out1, out2;

ISR(INT0_vect) {
    if (nests) sei();
    x = 1;
    out1 = x;
}
ISR(INT1_vect) {
    x = 2;
    out2 = x;
}

int main(void) {
    nests = (uint8_t)preempt_nondet_bool();
    out0 = nests;
    sei();
}
