/* Milliseconds in 32 bits on an 8-bit core: with 255 of them, a torn reading is 511, and the pause is over at once. */
// options: --property race --arrivals 1 --unwind 2
// expect a: torn-access milliseconds
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint32_t milliseconds;

ISR(TIMER0_OVF_vect) {
    milliseconds++; // a.1
}

static uint32_t now(void) {
    return milliseconds; // a.2
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
