/*
 * One counter for each key; the main loop takes the counts of the first two. The interrupt counts the second of them:
 * a press between the read and the reset is lost.
 */
// expect a: atomicity RWW presses[] harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define TAKEN 2
#define KEY_ON_INT0 1

static volatile uint8_t presses[4];

ISR(INT0_vect) {
    presses[KEY_ON_INT0]++; // a.2
}

int main(void) {
    uint8_t total = 0;

    EIMSK = _BV(INT0);
    sei();
    for (uint8_t key = 0; key < TAKEN; key++) {
        total += presses[key]; // a.1
        presses[key] = 0; // a.3
    }
    PORTB = total;
    return 0;
}
