/* A receive ring with indices and a counter. Taking a byte counts down with the receive interrupt kept out, so that the
   counter and the indices always agree. */
// options: --property assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

#define SIZE 4

static volatile uint8_t ring[SIZE] = {7};
static volatile uint8_t head = 1, tail, count = 1;

ISR(USART_RX_vect) {
    if (count < SIZE) {
        ring[head % SIZE] = UDR0;
        head++;
        count++;
    }
}

static uint8_t take(void) {
    uint8_t byte;

    cli();
    byte = ring[tail % SIZE];
    tail++;
    count--;
    sei();
    return byte;
}

int main(void) {
    UCSR0B = _BV(RXEN0) | _BV(RXCIE0);
    sei();
    if (count > 0) OCR0A = take();
    cli();
    assert(count == (uint8_t)(head - tail));
    return 0;
}
