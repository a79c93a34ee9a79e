/*
 * To send, main lets the handler be called when the device is ready; the handler stops that when there is nothing left,
 * and turns the sender off. If main has read the register before, the sender is on again.
 */
// options: --arrivals 2 --property atomicity
// expect a: atomicity RWW UCSR0B harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t head, tail;
static volatile uint8_t ring[4];
static uint8_t letter = 'a';

ISR(USART_UDRE_vect) {
    if (head == tail)
        UCSR0B &= ~(1 << UDRIE0 | 1 << TXEN0); // a.2
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
        UCSR0B |= 1 << UDRIE0; // a.1 a.3
    }
}
