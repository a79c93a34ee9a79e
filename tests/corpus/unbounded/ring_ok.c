/* A ring of four bytes; its indices count modulo eight, so that full and empty differ. Each is written by one side. Main
   reads the byte before it moves its index on, so the interrupt never writes where main reads. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

#define SIZE 4
#define WRAP (2 * SIZE - 1)

static uint8_t ring[SIZE];
static volatile uint8_t head, tail;

ISR(USART_RX_vect) {
    const uint8_t place = head;

    if (((place - tail) & WRAP) < SIZE) {
        ring[place % SIZE] = place;
        head = (place + 1) & WRAP;
    }
}

int main(void) {
    UCSR0B = _BV(RXEN0) | _BV(RXCIE0);
    sei();
    for (;;) {
        const uint8_t place = tail;

        if (place != head) {
            uint8_t byte;

            byte = ring[place % SIZE];
            tail = (place + 1) & WRAP;
            assert(byte == place);
            OCR0A = byte;
        }
    }
}
