/* Interrupts of others may come while a sample is counted. The handler opens them all, its own one too. */
// options: --arrivals auto
// expect a: atomicity RWW samples harmful
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t samples;

ISR(ADC_vect) {
    sei();
    samples = (samples + 1) & 3; // a.1 a.2 a.3
    cli();
}

int main(void) {
    ADCSRA |= 1 << ADIE;
    sei();
    for (;;)
        ;
}
