/* A 16-bit tick counter on an 8-bit core: main reads it in two steps, so it keeps the timer's interrupt out until it has
   both bytes. */
// options: --property race --arrivals 1
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint16_t ticks;

ISR(TIMER0_OVF_vect) {
    ticks++;
}

static uint16_t now(void) {
    uint16_t copy;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        copy = ticks;
    }
    return copy;
}

int main(void) {
    TIMSK0 = _BV(TOIE0);
    sei();
    while (now() < 1000) {
    }
    return 0;
}
