/* A transmitter that is started by its own interrupt flag: UDRIE0 set means that the byte belongs to the interrupt. Main
   replaces the byte only while the flag is clear, and the interrupt clears it when the byte is out. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t byte;

ISR(USART_UDRE_vect) {
    UDR0 = byte;
    UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

int main(void) {
    uint8_t next = 'a';

    UCSR0B = _BV(TXEN0);
    sei();
    for (;;) {
        if (UCSR0B & _BV(UDRIE0)) continue;
        byte = next;
        next = next == 'a' ? 'b' : 'a';
        UCSR0B |= _BV(UDRIE0);
    }
}
