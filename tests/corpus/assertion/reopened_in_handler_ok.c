/* The converter's interrupt takes long and opens the mask for others, after it has finished with what it shares. */
// options: --property assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

#define PER_SAMPLE 5

static volatile uint8_t sum, count, filtered;

static void filter(void) {
    for (uint8_t i = 0; i < 2; i++) filtered = (uint8_t)(filtered + ADCH) / 2;
}

ISR(ADC_vect) {
    sum += PER_SAMPLE;
    count++;
    sei();
    filter();
}

ISR(TIMER0_COMPA_vect) {
    assert(sum == PER_SAMPLE * count);
    sum = 0;
    count = 0;
}

int main(void) {
    ADCSRA = _BV(ADEN) | _BV(ADIE);
    TIMSK0 = _BV(OCIE0A);
    sei();
    return 0;
}
