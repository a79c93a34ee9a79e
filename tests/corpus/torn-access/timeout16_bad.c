/* A handler counts a timeout down that main waits for. At 256 the read falls apart: the low byte is 0 before the tick,
   the high byte is 0 after it, and main takes the time for over. */
// options: --property race --arrivals 1
// expect a: torn-access timeout
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint16_t timeout;

ISR(TIMER0_OVF_vect) {
    if (timeout > 0)
        timeout--; // a.1
}

int main(void) {
    timeout = 500;
    TIMSK0 = _BV(TOIE0);
    sei();
    while (timeout > 0) { // a.2
    }
    PORTB = 1;
    for (;;) {
    }
}
