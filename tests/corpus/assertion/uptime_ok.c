/* An uptime of 64 bits on a machine of 8: main reads it byte by byte with interrupts closed, and time never goes back. */
// options: --property assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint64_t uptime = 0xffffffff;

ISR(TIMER1_COMPA_vect) {
    uptime++;
}

static uint64_t now(void) {
    uint64_t time;

    cli();
    time = uptime;
    sei();
    return time;
}

int main(void) {
    uint64_t before, after;

    TIMSK1 = _BV(OCIE1A);
    sei();
    before = now();
    after = now();
    assert(before <= after);
    return 0;
}
