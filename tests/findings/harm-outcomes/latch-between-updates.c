// platform: avr
// One instruction each: that the interrupt comes between two of them is no harm, though each writes all of the register.
#include <avr/interrupt.h>
#include <avr/io.h>
int main(void) {
  sei();
  PORTB |= 1;
  PORTB |= 2;
}
ISR(INT0_vect) { PORTB ^= 0x30; }

// not-shown-harmful: WWR PORTB 7 10 8
