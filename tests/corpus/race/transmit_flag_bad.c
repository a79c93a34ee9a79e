/* A transmitter with its own interrupt flag: the data-register-empty interrupt sends what stands in `next` as long as
   UDRIE0 is set. Main sets the flag first and the data afterwards. */
// options: --property race
// expect a: missing-volatile next not-shown-harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t next;

ISR(USART_UDRE_vect) {
    UDR0 = next; // a.1
    UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

static void transmit(uint8_t byte) {
    while (UCSR0B & _BV(UDRIE0)) {
    }
    UCSR0B |= _BV(UDRIE0);
    next = byte; // a.2
}

int main(void) {
    UCSR0B = _BV(TXEN0);
    sei();
    transmit('o');
    return 0;
}
