/* Sixteen bits take two instructions, both of them before the handler opens interrupts. */
// options: --arrivals auto
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint16_t stamp;

ISR(TIMER1_OVF_vect) {
    stamp ^= 0x101;
    sei();
    PORTB = 1;
}

int main(void) {
    TIMSK1 |= 1 << TOIE1;
    sei();
    for (;;)
        ;
}
