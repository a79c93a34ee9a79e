/*
 * Both pin-change vectors lead to one handler. Only one of them is switched off while the main loop
 * counts down.
 */
// expect a: atomicity RWW edges harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t edges;

ISR(PCINT0_vect) {
    edges++; // a.2
}

ISR(PCINT1_vect, ISR_ALIASOF(PCINT0_vect));

int main(void) {
    PCICR = (1 << PCIE0) | (1 << PCIE1);
    sei();
    for (;;) {
        PCICR &= ~(1 << PCIE0);
        edges--; // a.1 a.3
        PCICR |= 1 << PCIE0;
    }
}
