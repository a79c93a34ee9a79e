/*
 * As transmit_enable_bad.c, but the handler stops itself and nothing else. Both write that bit, and the last one
 * decides: if that is main, the handler is called once more for nothing.
 */
// options: --arrivals 2 --property atomicity
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t head, tail;
static volatile uint8_t ring[4];
static uint8_t letter = 'a';

ISR(USART_UDRE_vect) {
    if (head == tail)
        UCSR0B &= ~(1 << UDRIE0);
    else {
        UDR0 = ring[tail];
        tail = (tail + 1) & 3;
    }
}

int main(void) {
    UCSR0B = 1 << TXEN0;
    sei();
    for (;;) {
        ring[head] = letter++;
        head = (head + 1) & 3;
        UCSR0B |= 1 << UDRIE0;
    }
}
