/*
 * Status is polled, data is read and written, flags are cleared by writing a one: the registers are those of the
 * device, and nobody writes back what he has read.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t last;

ISR(USART_RX_vect) {
    last = UDR0;
    TIFR1 = _BV(TOV1);
}

int main(void) {
    UCSR0B = _BV(RXCIE0);
    sei();
    while ((UCSR0A & _BV(UDRE0)) == 0) {
    }
    UDR0 = 'a';
    TIFR1 = _BV(OCF1A);
    return 0;
}
