/*
 * The main program takes back an overflow of the timer that it has handled. `overflows--` is a read and a write: an
 * overflow that the interrupt counts in between is lost.
 */
// expect a: atomicity RWW overflows harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static volatile uint8_t overflows = 2;

ISR(TIMER0_OVF_vect) {
    overflows++; // a.2
}

int main(void) {
    TCCR0B = _BV(CS01);
    TIMSK0 = _BV(TOIE0);
    sei();
    overflows--; // a.1 a.3
    return 0;
}
