/* Sixteen bits take two instructions: the handler, entered again between them, leaves a stamp of two halves. */
// options: --arrivals auto
// expect a: torn-access stamp
// expect b: atomicity RWW stamp harmful
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint16_t stamp;

ISR(TIMER1_OVF_vect) {
    sei();
    stamp ^= 0x101; // a.1 a.2 b.1 b.2 b.3
}

int main(void) {
    TIMSK1 |= 1 << TOIE1;
    sei();
    for (;;)
        ;
}
