/* Interrupts of others may come while a sample is counted. The handler switches its own one off for so long. */
// options: --arrivals auto
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t samples;

ISR(ADC_vect) {
    ADCSRA &= ~(1 << ADIE);
    sei();
    samples = (samples + 1) & 3;
    cli();
    ADCSRA |= 1 << ADIE;
}

int main(void) {
    ADCSRA |= 1 << ADIE;
    sei();
    for (;;)
        ;
}
