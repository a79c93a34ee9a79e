/* A measuring filter in floating point on an 8-bit core: a float is four bytes, and the converter's interrupt replaces it
   while main reads it. */
// options: --property race
// expect a: torn-access filtered
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile float filtered = 1.0f;

ISR(ADC_vect) {
    filtered = filtered * 0.5f + 3.0f; // a.1
}

int main(void) {
    float level;

    ADCSRA = _BV(ADEN) | _BV(ADIE);
    sei();
    level = filtered; // a.2
    PORTB = (uint8_t)(level * 16.0f);
    return 0;
}
