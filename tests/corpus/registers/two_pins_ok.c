/*
 * The direction of two pins is changed at once. One after the other they are one instruction each; that the
 * interrupt comes between the two does no harm.
 */
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>

ISR(PCINT0_vect) {
    DDRD &= (uint8_t)~_BV(PD7);
}

int main(void) {
    PCICR = _BV(PCIE0);
    sei();
    DDRD |= _BV(PD2);
    DDRD |= _BV(PD3);
    return 0;
}
