/*
 * One counter for each key; the main loop takes the counts of the first two. The interrupt counts the third, which the
 * loop leaves alone.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define TAKEN 2
#define KEY_ON_INT0 2

static volatile uint8_t presses[4];

ISR(INT0_vect) {
    presses[KEY_ON_INT0]++;
}

int main(void) {
    uint8_t total = 0;

    EIMSK = _BV(INT0);
    sei();
    for (uint8_t key = 0; key < TAKEN; key++) {
        total += presses[key];
        presses[key] = 0;
    }
    PORTB = total;
    return 0;
}
