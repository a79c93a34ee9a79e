// AVR: INT0 opens the mask and is preempted by INT1, which does not: INT1 between INT0's write and read gives 2 2, never 1 1.
// platform: avr
// outcomes: 0 0; 1 0; 0 2; 1 2; 2 2
#include <avr/interrupt.h>

uint8_t x;
int out0, out1;

ISR(INT0_vect) {
    sei();
    x = 1;
    out0 = x;
}
ISR(INT1_vect) {
    x = 2;
    out1 = x;
}

int main(void) { sei(); }
