/*
 * Keys are scanned by driving one row of a port low after the other, and the timer's interrupt blinks a lamp on another
 * pin of the same port. Which row it is is not known to the compiler: it reads the port, clears the bit and writes all
 * of it back, and the blink in between is undone.
 */
// expect a: atomicity RWW PORTB harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static uint8_t row = 1;

ISR(TIMER1_COMPA_vect) {
    PORTB ^= _BV(PB5); // a.2
}

static void drive_low(volatile uint8_t *port, uint8_t pin) {
    *port &= (uint8_t)~(1 << pin); // a.1 a.3
}

int main(void) {
    TIMSK1 |= _BV(OCIE1A);
    sei();
    for (;;) {
        drive_low(&PORTB, row);
        row = (row + 1) & 3;
    }
}
