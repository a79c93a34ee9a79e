/*
 * The next compare value is set by the interrupt for the next tick, and by the main program when the rate changes. A
 * sixteen-bit register of an eight-bit machine is written in two halves.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

ISR(TIMER1_COMPA_vect) {
    OCR1A = 0x0102;
}

int main(void) {
    TIMSK1 = _BV(OCIE1A);
    sei();
    cli();
    OCR1A = 0x2fff;
    sei();
    return 0;
}
