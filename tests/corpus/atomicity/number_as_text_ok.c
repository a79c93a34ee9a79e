/*
 * The number of presses is sent as text and starts anew. itoa leaves a text that ends within its array, so sending it is
 * well defined; the number is taken with interrupts masked.
 */

#include <stdlib.h>
#include <stdint.h>
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t presses;

ISR(INT0_vect) {
    presses++;
}

static void send(const char *text) {
    while (*text) UDR0 = *text++;
}

int main(void) {
    char text[4];
    EIMSK |= 1 << INT0;
    sei();
    cli();
    uint8_t taken = presses;
    presses = 0;
    sei();
    send(itoa(taken, text, 10));
    for (;;) {
    }
}
