/* The same with the read in one piece for all others. */
// options: --property race --arrivals 1
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint16_t timeout;

ISR(TIMER0_OVF_vect) {
    if (timeout > 0)
        timeout--;
}

static uint16_t left(void) {
    uint16_t now;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        now = timeout;
    }
    return now;
}

int main(void) {
    timeout = 500;
    TIMSK0 = _BV(TOIE0);
    sei();
    while (left() > 0) {
    }
    PORTB = 1;
    for (;;) {
    }
}
