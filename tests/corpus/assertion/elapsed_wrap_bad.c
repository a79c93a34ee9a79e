/* Elapsed time from an 8-bit tick counter that wraps. The code tells by a comparison whether it has wrapped, and reads the
   counter again for the subtraction: a tick in between may be the one that wraps. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

uint8_t __VERIFIER_nondet_uchar(void);

static volatile uint8_t ticks;

ISR(TIMER0_OVF_vect) {
    ticks++;
}

static int elapsed(uint8_t since) {
    if (ticks >= since) return ticks - since;
    return 256 - since + ticks;
}

int main(void) {
    uint8_t start;
    int passed;

    ticks = __VERIFIER_nondet_uchar();
    start = ticks;
    TIMSK0 = _BV(TOIE0);
    sei();
    passed = elapsed(start);
    assert(passed >= 0 && passed <= 2); // a.1
    return 0;
}
