// The own flag as a bit of a device register: UDRIE0 in UCSR0B.
// main has 6 steps: sei, R and W of UCSR0B (on), W x, R and W of UCSR0B (off). The flag is set in the gaps before W x, before R and
// before the last W: 3, and never: 4.
// platform: avr
// executions: 4
// finals: x=3; x=1
#include <avr/interrupt.h>

uint8_t x;

ISR(USART_UDRE_vect) { x = 1; }

int main(void) {
    sei();
    UCSR0B |= 1 << UDRIE0;
    x = 3;
    UCSR0B &= ~(1 << UDRIE0);
}
