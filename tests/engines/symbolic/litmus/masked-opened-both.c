// AVR: both handlers open the mask, so either may preempt the other, whatever their numbers: 1 1 and 2 2 besides 1 2.
// platform: avr
// outcomes: 0 0; 1 0; 0 2; 1 2; 2 2; 1 1
#include <avr/interrupt.h>

uint8_t x;
int out0, out1;

ISR(INT0_vect) {
    sei();
    x = 1;
    out0 = x;
}
ISR(INT1_vect) {
    sei();
    x = 2;
    out1 = x;
}

int main(void) { sei(); }
