/*
 * The number of presses is sent as text and starts anew. itoa leaves a text that ends within its array, so sending it is
 * well defined; a press between the two accesses is lost.
 */
// expect a: atomicity RWW presses harmful

#include <stdlib.h>
#include <stdint.h>
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t presses;

ISR(INT0_vect) {
    presses++; // a.2
}

static void send(const char *text) {
    while (*text) UDR0 = *text++;
}

int main(void) {
    char text[4];
    EIMSK |= 1 << INT0;
    sei();
    send(itoa(presses, text, 10)); // a.1
    presses = 0; // a.3
    for (;;) {
    }
}
