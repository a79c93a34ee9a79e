/* A transmitter that is started by its own interrupt flag: UDRIE0 set means that the byte belongs to the interrupt. Main
   replaces the byte without looking whether the last one is out. */
// notes: 1
// options: --arrivals unbounded
// expect a: missing-volatile byte not-shown-harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t byte;

ISR(USART_UDRE_vect) {
    UDR0 = byte; // a.1
    UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

int main(void) {
    uint8_t next = 'a';

    UCSR0B = _BV(TXEN0);
    sei();
    for (;;) {
        byte = next; // a.2
        next = next == 'a' ? 'b' : 'a';
        UCSR0B |= _BV(UDRIE0);
    }
}
