/*
 * The main program takes back an overflow of the timer that it has handled, with interrupts masked: the read and the
 * write of `overflows--` cannot be told apart from outside.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static volatile uint8_t overflows = 2;

ISR(TIMER0_OVF_vect) {
    overflows++;
}

int main(void) {
    TCCR0B = _BV(CS01);
    TIMSK0 = _BV(TOIE0);
    sei();
    cli();
    overflows--;
    sei();
    return 0;
}
