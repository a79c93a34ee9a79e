/* Samples go into a small buffer; its index is a static variable of the handler, which nobody else sees. But the handler
   opens interrupts, and is somebody else when it is entered again: two samples go into one slot. */
// options: --arrivals auto
// expect a: atomicity RWR __vector_21.next harmful
// expect b: atomicity RWW __vector_21.next harmful
#include <avr/io.h>
#include <avr/interrupt.h>

static volatile uint8_t buffer[4];

ISR(ADC_vect) {
    static volatile uint8_t next;

    sei();
    buffer[next] = 1;      // a.1
    next = (next + 1) & 3; // a.2 a.3 b.1 b.2 b.3
}

int main(void) {
    ADCSRA |= 1 << ADIE;
    sei();
    for (;;)
        PORTB = buffer[0];
}
