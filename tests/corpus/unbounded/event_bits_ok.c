/* Events as bits of one byte, set by two interrupts. Main takes them all and clears them with interrupts closed: each
   event is seen. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
#include <avr/interrupt.h>
#include <avr/io.h>

#define BUTTON 1
#define TICK 2

static volatile uint8_t events;

ISR(INT0_vect) {
    events |= BUTTON;
}

ISR(TIMER0_OVF_vect) {
    events |= TICK;
}

int main(void) {
    EIMSK = _BV(INT0);
    TIMSK0 = _BV(TOIE0);
    sei();
    for (;;) {
        uint8_t taken;

        cli();
        taken = events;
        events = 0;
        sei();
        if (taken & BUTTON) PORTB = 1;
        if (taken & TICK) PORTD = 1;
    }
}
