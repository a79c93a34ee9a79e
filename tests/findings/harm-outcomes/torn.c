// On an 8-bit machine the value goes in two pieces; the preemption moves around whole accesses.
// platform: avr
#include <avr/interrupt.h>
#include <stdint.h>
volatile uint16_t ticks = 0x00ff;
uint16_t copy;
int main(void) {
  sei();
  copy = ticks;
  copy = ticks;
}
ISR(TIMER0_OVF_vect) { ticks = 0x0100; }

// harmful: RWR ticks 9 12 10
// because: copy ends as 511; with the preemption before line 9 it ends as 256, after line 10 it ends as 255
