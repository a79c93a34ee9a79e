/*
 * Both pin-change vectors lead to one handler. All interrupts are off while the main loop counts
 * down.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t edges;

ISR(PCINT0_vect) {
    edges++;
}

ISR(PCINT1_vect, ISR_ALIASOF(PCINT0_vect));

int main(void) {
    PCICR = (1 << PCIE0) | (1 << PCIE1);
    sei();
    for (;;) {
        cli();
        edges--;
        sei();
    }
}
