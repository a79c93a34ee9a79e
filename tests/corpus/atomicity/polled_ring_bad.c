/* A ring with a count that both sides change: what the interrupt adds while main takes one away is lost. */
// options: --arrivals 2
// expect a: atomicity RWW count harmful
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t count, head, tail, ring[8];
static uint8_t last;

ISR(USART_RX_vect) {
    if (count < 8) {
        ring[head] = UDR0;
        head = (head + 1) & 7;
        count++; // a.2
    }
}

int main(void) {
    UCSR0B |= _BV(RXCIE0);
    sei();
    for (;;) {
        if (count) {
            last = ring[tail];
            tail = (tail + 1) & 7;
            count--; // a.1 a.3
        }
    }
}
