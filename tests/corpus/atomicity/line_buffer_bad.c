/*
 * A line is copied out of the receive buffer with memcpy, and the buffer wiped with memset. A byte that arrives in
 * between is wiped before anyone has read it.
 */
// options: --property atomicity
// expect a: atomicity RWW line[] harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>
#include <string.h>

#define LENGTH 4
#define PRESENT 0x80

static uint8_t line[LENGTH];
static uint8_t fill;

ISR(USART_RX_vect) {
    line[fill] = UDR0 | PRESENT; // a.2
    fill = (fill + 1) % LENGTH;
}

int main(void) {
    uint8_t copy[LENGTH];

    UCSR0B = _BV(RXCIE0) | _BV(RXEN0);
    sei();
    memcpy(copy, line, LENGTH); // a.1
    memset(line, 0, LENGTH); // a.3
    PORTB = copy[0];
    return 0;
}
