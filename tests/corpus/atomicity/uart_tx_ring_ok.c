/*
 * A transmit ring with a fill level that both sides change. The main program checks for room and adds a byte while the
 * data-register-empty interrupt is switched off by its own flag in UCSR0B.
 */
// options: --property atomicity
// notes: 2
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define SIZE 4

static uint8_t ring[SIZE] = {'>'};
static uint8_t head = 1;
static uint8_t tail;
static volatile uint8_t used = 1;

ISR(USART_UDRE_vect) {
    UDR0 = ring[tail];
    tail = (tail + 1) % SIZE;
    used--;
    if (used == 0) UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

static uint8_t uart_put(uint8_t byte) {
    uint8_t stored = 0;

    UCSR0B &= (uint8_t)~_BV(UDRIE0);
    if (used < SIZE) {
        ring[head] = byte;
        head = (head + 1) % SIZE;
        used++;
        stored = 1;
    }
    UCSR0B |= _BV(UDRIE0);
    return stored;
}

int main(void) {
    UCSR0B = _BV(TXEN0) | _BV(UDRIE0);
    sei();
    if (!uart_put('a')) PORTB = 1;
    return 0;
}
