/*
 * Two one-bit flags of a driver, one for each side. They share a byte: clearing one rewrites the other, so the
 * interrupt's flag is lost.
 */
// expect a: atomicity RWW status.{is_sending,has_received} harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static volatile struct {
    uint8_t is_sending : 1;
    uint8_t has_received : 1;
} status = {1, 0};

ISR(USART_RX_vect) {
    (void)UDR0;
    status.has_received = 1; // a.2
}

int main(void) {
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0);
    sei();
    status.is_sending = 0; // a.1 a.3
    return 0;
}
