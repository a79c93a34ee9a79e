/*
 * A line is copied out of the receive buffer with memcpy, and the buffer wiped with memset. The receiver is switched
 * off in the meantime.
 */
// options: --property atomicity
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>
#include <string.h>

#define LENGTH 4
#define PRESENT 0x80

static uint8_t line[LENGTH];
static uint8_t fill;

ISR(USART_RX_vect) {
    line[fill] = UDR0 | PRESENT;
    fill = (fill + 1) % LENGTH;
}

int main(void) {
    uint8_t copy[LENGTH];

    UCSR0B = _BV(RXCIE0) | _BV(RXEN0);
    sei();
    UCSR0B &= (uint8_t)~_BV(RXCIE0);
    memcpy(copy, line, LENGTH);
    memset(line, 0, LENGTH);
    UCSR0B |= _BV(RXCIE0);
    PORTB = copy[0];
    return 0;
}
