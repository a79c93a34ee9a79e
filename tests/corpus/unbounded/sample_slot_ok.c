/* The converter's interrupt leaves each sample in a slot, if main has taken the last one. Main takes the sample and then
   says so. The samples are any values whatever. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t sample;
static volatile uint8_t fresh;

ISR(ADC_vect) {
    const uint8_t level = ADCH;

    if (!fresh) {
        sample = level;
        fresh = 1;
    }
}

int main(void) {
    ADMUX = _BV(ADLAR);
    ADCSRA = _BV(ADEN) | _BV(ADATE) | _BV(ADSC) | _BV(ADIE);
    sei();
    for (;;) {
        if (fresh) {
            OCR0A = sample;
            fresh = 0;
        }
    }
}
