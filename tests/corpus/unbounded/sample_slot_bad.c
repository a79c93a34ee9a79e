/* The converter's interrupt leaves each sample in a slot, if main has taken the last one. Main says that it has before it
   does, and the interrupt may write the slot while main reads it. */
// options: --arrivals unbounded
// expect a: missing-volatile sample not-shown-harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t sample;
static volatile uint8_t fresh;

ISR(ADC_vect) {
    const uint8_t level = ADCH;

    if (!fresh) {
        sample = level; // a.1
        fresh = 1;
    }
}

int main(void) {
    ADMUX = _BV(ADLAR);
    ADCSRA = _BV(ADEN) | _BV(ADATE) | _BV(ADSC) | _BV(ADIE);
    sei();
    for (;;) {
        if (fresh) {
            fresh = 0;
            OCR0A = sample; // a.2
        }
    }
}
