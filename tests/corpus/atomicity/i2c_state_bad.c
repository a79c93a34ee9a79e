/*
 * A driver's state machine moves on in the main program; the bus error interrupt moves it to the error state. The move
 * is computed from the state before: an error in between is overwritten.
 */
// expect a: atomicity RWW state harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

enum { IDLE, ADDRESS, DATA, FAILED };

static volatile uint8_t state = IDLE;

ISR(TWI_vect) {
    if (TWSR == 0) state = FAILED; // a.2
}

static void advance(void) {
    switch (state) { // a.1
    case IDLE:
        TWDR = 0x50;
        state = ADDRESS; // a.3
        break;
    case ADDRESS:
        state = DATA;
        break;
    default:
        break;
    }
}

int main(void) {
    TWCR = _BV(TWEN) | _BV(TWIE);
    sei();
    advance();
    return 0;
}
