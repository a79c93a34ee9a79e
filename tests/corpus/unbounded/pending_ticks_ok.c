/* Ticks that main has still to work off, at most three. Main looks and counts down with interrupts closed, and works
   with interrupts open. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t pending;

ISR(TIMER1_COMPA_vect) {
    if (pending < 3)
        pending++;
}

int main(void) {
    TIMSK1 = _BV(OCIE1A);
    sei();
    for (;;) {
        uint8_t work = 0;

        cli();
        if (pending > 0) {
            pending--;
            work = 1;
        }
        sei();
        if (work) PORTB = 1;
    }
}
