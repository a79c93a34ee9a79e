/* Samples go into a small buffer; its index is a static variable of the handler, which takes a slot before it opens
   interrupts. */
// options: --arrivals 2
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t buffer[4];

ISR(ADC_vect) {
    static volatile uint8_t next;
    const uint8_t mine = next;

    next = (next + 1) & 3;
    sei();
    buffer[mine] = 1;
}

int main(void) {
    ADCSRA |= 1 << ADIE;
    sei();
    for (;;)
        PORTB = buffer[0];
}
