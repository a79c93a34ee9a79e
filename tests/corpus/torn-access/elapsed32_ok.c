/* The same with readings that nothing comes into. */
// options: --property race --arrivals 1 --unwind 2
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint32_t milliseconds;

ISR(TIMER0_OVF_vect) {
    milliseconds++;
}

static uint32_t now(void) {
    uint32_t reading;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        reading = milliseconds;
    }
    return reading;
}

static void pause(uint32_t duration) {
    uint32_t start = now();

    while (now() - start < duration) {
    }
}

int main(void) {
    TIMSK0 = _BV(TOIE0);
    sei();
    for (;;) {
        pause(500);
        PORTB ^= 1;
    }
}
