/* A 16-bit tick counter on an 8-bit core: main reads it in two steps, and the timer's interrupt in between carries from
   the low byte into the high one. Volatile does not help against that. */
// options: --property race --arrivals 1
// expect a: torn-access ticks
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint16_t ticks;

ISR(TIMER0_OVF_vect) {
    ticks++; // a.1
}

static uint16_t now(void) {
    return ticks; // a.2
}

int main(void) {
    TIMSK0 = _BV(TOIE0);
    sei();
    while (now() < 1000) {
    }
    return 0;
}
