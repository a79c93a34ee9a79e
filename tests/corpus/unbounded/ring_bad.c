/* A ring of four bytes; its indices count modulo eight, so that full and empty differ. Main moves its index on before it
   has read the byte: if the ring was full, the interrupt takes that place for the next byte. */
// options: --arrivals unbounded
// expect a: missing-volatile ring[] not-shown-harmful
// expect b: assertion
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
        ring[place % SIZE] = place; // a.1
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

            tail = (place + 1) & WRAP;
            byte = ring[place % SIZE]; // a.2
            assert(byte == place); // b.1
            OCR0A = byte;
        }
    }
}
