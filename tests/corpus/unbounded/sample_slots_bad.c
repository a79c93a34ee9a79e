/* The main loop blinks for ever, and a button's handler notes what the lamp shows. The sampling interrupt shares nothing with either: it fills its
   slots by itself, and forgets to begin anew after the last one. Nothing in the loop is a reason to let it come. */
// options: --property assertion --arrivals unbounded
// expect a: assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

#define SLOTS 2

static volatile uint8_t lamp, shown;
static uint8_t samples[SLOTS], slot;

ISR(INT0_vect) {
    shown = lamp;
}

ISR(ADC_vect) {
    samples[slot] = ADCH;
    slot++;
    assert(slot < SLOTS); // a.1
}

int main(void) {
    EIMSK = _BV(INT0);
    ADCSRA = _BV(ADEN) | _BV(ADIE);
    sei();
    for (;;) {
        lamp ^= 1;
    }
}
