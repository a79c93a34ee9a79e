/* An uptime of 64 bits on a machine of 8: main reads it byte by byte, and a tick in between carries over several of them.
   The time read is in the future, and the next one is before it. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint64_t uptime = 0xffffffff;

ISR(TIMER1_COMPA_vect) {
    uptime++;
}

static uint64_t now(void) {
    uint64_t time;

    time = uptime;
    return time;
}

int main(void) {
    uint64_t before, after;

    TIMSK1 = _BV(OCIE1A);
    sei();
    before = now();
    after = now();
    assert(before <= after); // a.1
    return 0;
}
