// AVR: a read of 2 bytes is two pieces, in either order; so is the ISR's write. Counted as in torn-write.c: 14.
// Low byte first, then the ISR: 256; high byte first: 2.
// platform: avr
// executions: 14
// finals: seen=0; seen=258; seen=256; seen=2
#include <avr/interrupt.h>

uint16_t x, seen;

ISR(INT0_vect) { x = 0x0102; }

int main(void) {
    sei();
    seen = x;
}
