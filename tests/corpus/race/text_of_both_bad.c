/*
 * Main writes a line with snprintf, the alarm interrupt puts its mark into the same buffer: mark and line overwrite each
 * other.
 */
// options: -mmcu=atmega328p --property race,atomicity
// expect a: race line[]
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdio.h>

static char line[8];
static volatile uint8_t level;

ISR(INT0_vect) {
    line[0] = '!'; // a.1
}

int main(void) {
    EIMSK = 1;
    sei();
    for (;;) {
        snprintf(line, sizeof line, "%u", level); // a.2
    }
}
