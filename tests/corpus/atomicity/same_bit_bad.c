/*
 * Both sides set the same bit of one status byte. Their read-modify-writes interleave, but whoever writes last writes
 * the same: a violation that is not shown to be harmful.
 */
// expect a: atomicity RWW status not-shown-harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define NEEDS_SERVICE 0x04

static volatile uint8_t status;

ISR(WDT_vect) {
    status |= NEEDS_SERVICE; // a.2
}

int main(void) {
    WDTCSR = _BV(WDIE);
    sei();
    status |= NEEDS_SERVICE; // a.1 a.3
    return 0;
}
