/* Events as bits of one byte, set by two interrupts. Main takes them all and clears them; an event that is set between
   the two accesses is lost. */
// options: --arrivals unbounded
// expect a: atomicity RWW events harmful
// expect b: atomicity RWW events harmful
#include <avr/interrupt.h>
#include <avr/io.h>

#define BUTTON 1
#define TICK 2

static volatile uint8_t events;

ISR(INT0_vect) {
    events |= BUTTON; // a.2
}

ISR(TIMER0_OVF_vect) {
    events |= TICK; // b.2
}

int main(void) {
    EIMSK = _BV(INT0);
    TIMSK0 = _BV(TOIE0);
    sei();
    for (;;) {
        uint8_t taken;

        taken = events; // a.1 b.1
        events = 0;     // a.3 b.3
        if (taken & BUTTON) PORTB = 1;
        if (taken & TICK) PORTD = 1;
    }
}
