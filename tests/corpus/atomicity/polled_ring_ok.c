/* A ring of which each side writes one index, polled twice in a round: the second look may see more than the first. */
// options: --arrivals 2
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t head, tail, ring[8];
static uint8_t last;

ISR(USART_RX_vect) {
    uint8_t next = (head + 1) & 7;

    if (next != tail) {
        ring[head] = UDR0;
        head = next;
    }
}

static uint8_t available(void) {
    return (head - tail) & 7;
}

static uint8_t take(void) {
    uint8_t c = ring[tail];

    tail = (tail + 1) & 7;
    return c;
}

int main(void) {
    UCSR0B |= _BV(RXCIE0);
    sei();
    for (;;) {
        if (available())
            last = take();
        if (available())
            last = take();
    }
}
