/*
 * The bit that enables an interrupt lies in a register with others. When there is nothing left to send the interrupt
 * switches itself off there, while the main program switches the receiver on: what it had read has the bit still set,
 * and the interrupt is on again.
 */
// expect a: atomicity RWW UCSR0B harmful
#include <avr/interrupt.h>
#include <avr/io.h>

ISR(USART_UDRE_vect) {
    UCSR0B &= (uint8_t)~_BV(UDRIE0); // a.2
}

int main(void) {
    UCSR0B = _BV(TXEN0) | _BV(UDRIE0);
    sei();
    for (;;) {
        UCSR0B |= _BV(RXEN0); // a.1 a.3
    }
}
