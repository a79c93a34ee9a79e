/*
 * Main writes a line with snprintf, the alarm interrupt puts its mark into the same buffer: the interrupt is
 * switched off meanwhile.
 */
// options: -mmcu=atmega328p --property race,atomicity
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdio.h>

static char line[8];
static volatile uint8_t level;

ISR(INT0_vect) {
    line[0] = '!';
}

int main(void) {
    EIMSK = 1;
    sei();
    for (;;) {
        EIMSK = 0;
        snprintf(line, sizeof line, "%u", level);
        EIMSK = 1;
    }
}
