/*
 * The number of received bytes is taken and reset while an interrupt is switched off by its flag in UCSR0B. It is the
 * receiver's.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define GUARD _BV(RXCIE0)

static volatile uint8_t received;
static volatile uint8_t to_send;

ISR(USART_RX_vect) {
    (void)UDR0;
    received++;
}

ISR(USART_UDRE_vect) { UDR0 = to_send; }

static uint8_t take_received(void) {
    uint8_t count;

    UCSR0B &= (uint8_t)~GUARD;
    count = received;
    received = 0;
    UCSR0B |= GUARD;
    return count;
}

int main(void) {
    UCSR0B = _BV(RXCIE0) | _BV(UDRIE0) | _BV(RXEN0) | _BV(TXEN0);
    sei();
    to_send = take_received();
    return 0;
}
