/* Two conversion results in one array. The interrupt of the converter stores the channel that it was told to convert,
   and main reads the same channel before it has been told that the result is there. */
// options: --property race
// expect a: missing-volatile result[] not-shown-harmful
#include <avr/interrupt.h>
#include <avr/io.h>

enum { TEMPERATURE, PRESSURE, CHANNELS };

static uint8_t result[CHANNELS];
static volatile uint8_t channel;

ISR(ADC_vect) {
    result[channel] = ADCH; // a.1
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
    OCR0A = result[TEMPERATURE]; // a.2
    return 0;
}
