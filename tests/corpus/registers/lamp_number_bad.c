/*
 * Two lamps on one port, one switched by the main loop and one by the interrupt. Which one the
 * loop switches is a variable: no instruction sets such a bit, and what the interrupt did in between is undone.
 */
// expect a: atomicity RWW PORTB harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static uint8_t lamp = PB1;

ISR(INT0_vect) {
    PORTB &= (uint8_t)~_BV(PB2); // a.2
}

int main(void) {
    EIMSK |= _BV(INT0);
    sei();
    PORTB |= (uint8_t)(1 << lamp); // a.1 a.3
    return 0;
}
