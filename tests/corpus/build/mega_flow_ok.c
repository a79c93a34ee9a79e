/*
 * A flow meter on an ATmega2560 counts pulses with timer 5, which smaller devices don't have. Both of its interrupts
 * are off while the totals are taken, by their bits of TIMSK5.
 */
// options: -mmcu=atmega2560
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t pulses;
static volatile uint16_t overflows;

ISR(TIMER5_CAPT_vect) {
    pulses++;
}

ISR(TIMER5_OVF_vect) {
    overflows++;
}

int main(void) {
    TIMSK5 |= (1 << ICIE5) | (1 << TOIE5);
    sei();
    for (;;) {
        TIMSK5 &= ~((1 << ICIE5) | (1 << TOIE5));
        OCR5A = pulses;
        OCR5B = overflows;
        TIMSK5 |= (1 << ICIE5) | (1 << TOIE5);
    }
}
