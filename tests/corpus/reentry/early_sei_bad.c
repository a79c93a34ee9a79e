/* A handler that takes long opens interrupts first, its own among them: a second tick that comes while it counts the
   first one is lost. */
// options: --arrivals auto
// expect a: atomicity RWW ticks harmful
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t ticks;

ISR(TIMER0_COMPB_vect) {
    sei();
    ticks = (ticks + 1) & 3; // a.1 a.2 a.3
}

int main(void) {
    TIMSK0 |= 1 << OCIE0B;
    sei();
    for (;;)
        ;
}
