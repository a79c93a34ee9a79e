/* A 16-bit tick counter on an 8-bit core, read without closing interrupts: again and again until two reads agree. At most
   one tick comes while it reads, so two equal reads are right. */
// options: --property assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t ticks = 255;

ISR(TIMER0_OVF_vect) {
    ticks++;
}

static uint16_t now(void) {
    uint16_t time = ticks;
    uint16_t again = ticks;

    while (again != time) {
        time = again;
        again = ticks;
    }
    return time;
}

int main(void) {
    uint16_t time;

    TIMSK0 = _BV(TOIE0);
    sei();
    time = now();
    assert(time == 255 || time == 256);
    return 0;
}
