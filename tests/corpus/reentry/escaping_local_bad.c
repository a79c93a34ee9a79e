/* The handler leaves the address of its own record for its next run. That one comes while the first still runs, and
   changes the record under it. */
// options: --arrivals 2 --property assertion
// expect a: assertion
#include <assert.h>
#include <avr/io.h>
#include <avr/interrupt.h>

static uint8_t *volatile last;

ISR(INT0_vect) {
    volatile uint8_t mine = 0;

    if (last != 0) *last = 1;
    last = (uint8_t *)&mine;
    sei();
    assert(mine == 0); // a.1
    cli();
    last = 0;
}

int main(void) {
    EIMSK |= 1;
    sei();
    for (;;)
        ;
}
