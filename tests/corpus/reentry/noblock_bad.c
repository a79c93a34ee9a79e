/* ISR_NOBLOCK opens interrupts before the first statement: the handler may be entered again, and the other one comes in
   between as well. */
// options: --arrivals auto
// expect a: atomicity RWW edges harmful
// expect b: atomicity RWW edges harmful
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t edges;

ISR(TIMER1_COMPA_vect, ISR_NOBLOCK) {
    edges = (edges + 1) & 3; // a.1 a.2 a.3 b.1 b.3
}

ISR(INT0_vect) {
    edges = (edges + 1) & 3; // b.2
}

int main(void) {
    TIMSK1 |= 1 << OCIE1A;
    EIMSK |= 1;
    sei();
    for (;;)
        ;
}
