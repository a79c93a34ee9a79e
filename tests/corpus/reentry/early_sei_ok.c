/* A handler that takes long opens interrupts, its own among them, when it has counted the tick. */
// options: --arrivals auto
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t ticks;

ISR(TIMER0_COMPB_vect) {
    ticks = (ticks + 1) & 3;
    sei();
    PORTB = 1;
}

int main(void) {
    TIMSK0 |= 1 << OCIE0B;
    sei();
    for (;;)
        ;
}
