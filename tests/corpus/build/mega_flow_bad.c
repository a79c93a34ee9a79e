/*
 * A flow meter on an ATmega2560 counts pulses with timer 5, which smaller devices don't have. Its capture interrupt
 * is off while the total is taken, so that the total is whole; the one for overflows isn't.
 */
// options: -mmcu=atmega2560
// expect a: torn-access overflows
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t pulses;
static volatile uint16_t overflows;

ISR(TIMER5_CAPT_vect) {
    pulses++;
}

ISR(TIMER5_OVF_vect) {
    overflows++; // a.1
}

int main(void) {
    TIMSK5 |= (1 << ICIE5) | (1 << TOIE5);
    sei();
    for (;;) {
        TIMSK5 &= ~(1 << ICIE5);
        OCR5A = pulses;
        OCR5B = overflows; // a.2
        TIMSK5 |= 1 << ICIE5;
    }
}
