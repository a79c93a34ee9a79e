/*
 * The bit that enables an interrupt lies in a register with others. When there is nothing left to send the interrupt
 * switches itself off there; the main program keeps it out while it switches the receiver on.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

ISR(USART_UDRE_vect) {
    UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

int main(void) {
    UCSR0B = _BV(TXEN0) | _BV(UDRIE0);
    sei();
    for (;;) {
        cli();
        UCSR0B |= _BV(RXEN0);
        sei();
    }
}
