/* A critical section inside another. The inner one opens the mask when it ends, though it was closed before, and the outer
   one goes on without protection: the events counted no longer belong to the ticks. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t ticks;
static volatile uint8_t events;

ISR(TIMER0_OVF_vect) {
    ticks++;
    events++;
}

static uint16_t ticks_now(void) {
    uint16_t now;

    cli();
    now = ticks;
    sei();
    return now;
}

int main(void) {
    uint16_t now;
    uint8_t seen, saved;

    TIMSK0 = _BV(TOIE0);
    sei();
    saved = SREG;
    cli();
    now = ticks_now();
    seen = events;
    SREG = saved;
    assert(seen == now); // a.1
    return 0;
}
