/* A 16-bit tick counter on an 8-bit core, read without closing interrupts: one read may take the low byte before a carry
   and the high byte after it, and give a time that is 256 ticks off. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t ticks = 255;

ISR(TIMER0_OVF_vect) {
    ticks++;
}

static uint16_t now(void) {
    uint16_t time = ticks;

    return time;
}

int main(void) {
    uint16_t time;

    TIMSK0 = _BV(TOIE0);
    sei();
    time = now();
    assert(time == 255 || time == 256); // a.1
    return 0;
}
