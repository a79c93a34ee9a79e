// AVR: a write of 2 bytes is two pieces, in either order; so is the ISR's read. main's steps: sei, piece, piece.
// ISR before, between or after the pieces: 3 · 2 orders of the write · 2 orders of the read = 12; never: 2 orders. 14.
// Half done: only the low byte (2) or only the high one (256).
// platform: avr
// executions: 14
// finals: seen=0; seen=258; seen=256; seen=2
#include <avr/interrupt.h>

uint16_t x, seen;

ISR(INT0_vect) { seen = x; }

int main(void) {
    sei();
    x = 0x0102;
}
