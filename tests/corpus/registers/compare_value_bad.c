/*
 * The next compare value is set by the interrupt for the next tick, and by the main program when the rate changes. A
 * sixteen-bit register of an eight-bit machine is written in two halves.
 */
// expect a: torn-access OCR1A
#include <avr/interrupt.h>
#include <avr/io.h>

ISR(TIMER1_COMPA_vect) {
    OCR1A = 0x0102; // a.1
}

int main(void) {
    TIMSK1 = _BV(OCIE1A);
    sei();
    OCR1A = 0x2fff; // a.2
    return 0;
}
