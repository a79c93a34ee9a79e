/*
 * A driver's state machine moves on in the main program; the bus error interrupt moves it to the error state. The move
 * is made with interrupts masked.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

enum { IDLE, ADDRESS, DATA, FAILED };

static volatile uint8_t state = IDLE;

ISR(TWI_vect) {
    if (TWSR == 0) state = FAILED;
}

static void advance(void) {
    switch (state) {
    case IDLE:
        TWDR = 0x50;
        state = ADDRESS;
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
    cli();
    advance();
    sei();
    return 0;
}
