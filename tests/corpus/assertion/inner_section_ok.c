/* A critical section inside another. Both save SREG and put it back, so the inner one leaves the mask closed and the
   events counted belong to the ticks. */
// options: --property assertion
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
    const uint8_t saved = SREG;
    uint16_t now;

    cli();
    now = ticks;
    SREG = saved;
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
    assert(seen == now);
    return 0;
}
