/*
 * A transmit ring with a fill level that both sides change: the main program checks that there is room and then adds a
 * byte, the data-register-empty interrupt takes one out in between. The check is still right then, but the increment
 * loses a decrement, and the ring ends up with a byte too many.
 */
// options: --property atomicity
// expect check: atomicity RWR used not-shown-harmful
// expect count: atomicity RWW used harmful
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
    used--; // check.2 count.2
    if (used == 0) UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

static uint8_t uart_put(uint8_t byte) {
    uint8_t stored = 0;

    if (used < SIZE) { // check.1
        ring[head] = byte;
        head = (head + 1) % SIZE;
        used++; // check.3 count.1 count.3
        stored = 1;
    }
    return stored;
}

int main(void) {
    UCSR0B = _BV(TXEN0) | _BV(UDRIE0);
    sei();
    if (!uart_put('a')) PORTB = 1;
    return 0;
}
