/*
 * A critical section that calls a function with a critical section of its own. The inner one ends with sei(), so the
 * outer one is open from there on.
 */
// expect a: atomicity RWW received harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static volatile uint8_t received = 3;
static volatile uint8_t leds;

ISR(USART_RX_vect) {
    (void)UDR0;
    received++; // a.2
}

static void blink(void) {
    cli();
    leds ^= 1;
    PORTB = leds;
    sei();
}

static void consume(void) {
    uint8_t count;

    cli();
    count = received; // a.1
    blink();
    received = count - 1; // a.3
    sei();
}

int main(void) {
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0);
    sei();
    consume();
    return 0;
}
