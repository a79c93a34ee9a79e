/*
 * A critical section that calls a function with a critical section of its own. The inner one restores the SREG that it
 * found, so the outer one stays closed.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static volatile uint8_t received = 3;
static volatile uint8_t leds;

ISR(USART_RX_vect) {
    (void)UDR0;
    received++;
}

static void blink(void) {
    const uint8_t saved = SREG;
    cli();
    leds ^= 1;
    PORTB = leds;
    SREG = saved;
}

static void consume(void) {
    uint8_t count;

    cli();
    count = received;
    blink();
    received = count - 1;
    sei();
}

int main(void) {
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0);
    sei();
    consume();
    return 0;
}
