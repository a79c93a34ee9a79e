/*
 * Two lamps on one port, one switched by the main loop and one by the interrupt. Which ones is
 * constant: one instruction, `sbi` or `cbi`, changes the bit, and no interrupt comes into it.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static const uint8_t lamp = PB1;

ISR(INT0_vect) {
    PORTB &= (uint8_t)~_BV(PB2);
}

int main(void) {
    EIMSK |= _BV(INT0);
    sei();
    PORTB |= (uint8_t)(1 << lamp);
    return 0;
}
