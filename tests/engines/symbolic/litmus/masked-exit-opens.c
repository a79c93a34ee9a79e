// AVR: leaving a handler opens the mask, though the handler closed it. None 0, INT0 1, INT1 4, INT0 then INT1 5, INT1 then INT0 1.
// platform: avr
// outcomes: 0; 1; 4; 5
#include <avr/interrupt.h>

uint8_t x;
int out0;

ISR(INT0_vect) {
    x = 1;
    cli();
}
ISR(INT1_vect) { x = x + 4; }

int main(void) {
    sei();
    cli();
    out0 = x;
}
