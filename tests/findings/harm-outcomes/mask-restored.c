// The preemption is moved into a closed section, whose mask the return from the interrupt must not open.
// platform: avr
#include <avr/interrupt.h>
#include <avr/io.h>
unsigned char n, was_open, result;
int main(void) {
  cli();
  unsigned char old = n;
  sei();
  cli();
  unsigned char now = n;
  if (SREG & 0x80)
    was_open = 1;
  result = old;
}
ISR(TIMER0_OVF_vect) { n = 1; }

// not-shown-harmful: RWR n 8 16 11
