/* The handler leaves the address of its own record for its next run, which reads it. */
// options: --arrivals 2 --property assertion
#include <assert.h>
#include <avr/io.h>
#include <avr/interrupt.h>

static uint8_t *volatile last;

ISR(INT0_vect) {
    volatile uint8_t mine = 0;

    if (last != 0) PORTB = *last;
    last = (uint8_t *)&mine;
    sei();
    assert(mine == 0);
    cli();
    last = 0;
}

int main(void) {
    EIMSK |= 1;
    sei();
    for (;;)
        ;
}
