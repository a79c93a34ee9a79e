/*
 * A table of durations is filled in two passes, first with rough values and then with better ones. The handler may take
 * a rough one. The store is the same in both passes, but each round of the inner loop fills another entry: that is no
 * loop that publishes one value after the other.
 */
// expect a: atomicity WRW durations[] harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static const uint8_t wanted[2] = {37, 74};
static volatile uint8_t durations[2];

ISR(TIMER0_OVF_vect) {
    OCR0A = durations[1]; // a.2
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;) {
        for (uint8_t pass = 0; pass < 2; pass++)
            for (uint8_t i = 0; i < 2; i++)
                durations[i] = wanted[i] & (pass ? 0xff : 0xf0); // a.1 a.3
    }
}
