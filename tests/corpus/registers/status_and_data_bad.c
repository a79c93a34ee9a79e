/*
 * A speed bit is set with a read, an or and a write: on a latch, as this register is, that undoes what the interrupt
 * did to another bit.
 */
// expect a: atomicity RWW UCSR0C harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t last;

ISR(USART_RX_vect) {
    last = UDR0;
    UCSR0C |= _BV(UPM01); // a.2
}

int main(void) {
    UCSR0B = _BV(RXCIE0);
    sei();
    while ((UCSR0A & _BV(UDRE0)) == 0) {
    }
    UDR0 = 'a';
    UCSR0C |= _BV(UCPOL0); // a.1 a.3
    return 0;
}
