/* A measuring filter in floating point on an 8-bit core: a float is four bytes, and main reads them with interrupts
   closed. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile float filtered = 1.0f;

ISR(ADC_vect) {
    filtered = filtered * 0.5f + 3.0f;
}

int main(void) {
    float level;

    ADCSRA = _BV(ADEN) | _BV(ADIE);
    sei();
    cli();
    level = filtered;
    sei();
    PORTB = (uint8_t)(level * 16.0f);
    return 0;
}
