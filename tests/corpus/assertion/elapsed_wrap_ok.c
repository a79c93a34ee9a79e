/* Elapsed time from an 8-bit tick counter that wraps. The counter is read once, and the subtraction in 8 bits is right
   whether it has wrapped or not. */
// options: --property assertion --arrivals 2
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

uint8_t __VERIFIER_nondet_uchar(void);

static volatile uint8_t ticks;

ISR(TIMER0_OVF_vect) {
    ticks++;
}

static int elapsed(uint8_t since) {
    return (uint8_t)(ticks - since);
}

int main(void) {
    uint8_t start;
    int passed;

    ticks = __VERIFIER_nondet_uchar();
    start = ticks;
    TIMSK0 = _BV(TOIE0);
    sei();
    passed = elapsed(start);
    assert(passed >= 0 && passed <= 2);
    return 0;
}
