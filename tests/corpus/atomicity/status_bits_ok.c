/*
 * Two one-bit flags of a driver, one for each side. Each has a byte of its own, so that clearing one is a plain store.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static volatile struct {
    uint8_t is_sending;
    uint8_t has_received;
} status = {1, 0};

ISR(USART_RX_vect) {
    (void)UDR0;
    status.has_received = 1;
}

int main(void) {
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0);
    sei();
    status.is_sending = 0;
    return 0;
}
