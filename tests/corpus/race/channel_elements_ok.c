/* Two conversion results in one array. The interrupt of the converter stores the channel that it was told to convert,
   and main reads the other one meanwhile: different elements are different memory. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

enum { TEMPERATURE, PRESSURE, CHANNELS };

static uint8_t result[CHANNELS];
static volatile uint8_t channel;

ISR(ADC_vect) {
    result[channel] = ADCH;
}

static void convert(uint8_t next) {
    channel = next;
    ADMUX = _BV(ADLAR) | next;
    ADCSRA |= _BV(ADSC);
}

int main(void) {
    ADCSRA = _BV(ADEN) | _BV(ADIE);
    channel = TEMPERATURE;
    sei();
    convert(TEMPERATURE);
    OCR0A = result[PRESSURE];
    return 0;
}
