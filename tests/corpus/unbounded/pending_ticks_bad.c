/* Ticks that main has still to work off, at most three. Main looks and counts down with the timer's interrupt open: the
   tick that comes inside the decrement is lost; one between looking and counting does no harm. */
// options: --arrivals unbounded
// expect a: atomicity RWR pending not-shown-harmful
// expect b: atomicity RWW pending harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t pending;

ISR(TIMER1_COMPA_vect) {
    if (pending < 3)
        pending++; // a.2 b.2
}

int main(void) {
    TIMSK1 = _BV(OCIE1A);
    sei();
    for (;;) {
        uint8_t work = 0;

        if (pending > 0) { // a.1
            pending--; // a.3 b.1 b.3
            work = 1;
        }
        if (work) PORTB = 1;
    }
}
