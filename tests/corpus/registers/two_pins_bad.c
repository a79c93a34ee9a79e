/*
 * The direction of two pins is changed at once. There is an instruction for one bit, not for two: the port is read,
 * changed and written back, and a change by the interrupt in between is lost.
 */
// expect a: atomicity RWW DDRD harmful
#include <avr/interrupt.h>
#include <avr/io.h>

ISR(PCINT0_vect) {
    DDRD &= (uint8_t)~_BV(PD7); // a.2
}

int main(void) {
    PCICR = _BV(PCIE0);
    sei();
    DDRD |= _BV(PD2) | _BV(PD3); // a.1 a.3
    return 0;
}
