/* ISR_BLOCK, which is what a handler does that says nothing: no interrupt comes in between. */
// options: --arrivals auto
// verdict: atomicity holds unbounded
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t edges;

ISR(TIMER1_COMPA_vect, ISR_BLOCK) {
    edges = (edges + 1) & 3;
}

ISR(INT0_vect) {
    edges = (edges + 1) & 3;
}

int main(void) {
    TIMSK1 |= 1 << OCIE1A;
    EIMSK |= 1;
    sei();
    for (;;)
        ;
}
