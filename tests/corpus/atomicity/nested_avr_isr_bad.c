/*
 * The converter's interrupt adds to a sum that the timer's resets. On AVR interrupts nest only if one lets others in.
 * This one does, to keep the timer punctual, and the reset falls between its read and its write.
 */
// expect a: atomicity RWW sum harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static volatile uint8_t sum = 40;
static volatile uint8_t mean;

ISR(ADC_vect) {
    sei();
    sum += ADCH; // a.1 a.3
}

ISR(TIMER1_OVF_vect) {
    mean = sum / 4;
    sum = 0; // a.2
}

int main(void) {
    ADCSRA = _BV(ADEN) | _BV(ADIE);
    TIMSK1 = _BV(TOIE1);
    sei();
    OCR0A = mean;
    return 0;
}
