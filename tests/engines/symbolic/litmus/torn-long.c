// AVR: main reads four bytes, upwards or downwards; the ISR sets all bits. out0 is the lower half, out1 the upper one.
// Upwards the first k bytes are old (0 to 4): ffffffff, ffffff00, ffff0000, ff000000, 0; downwards 00ffffff, 0000ffff, 000000ff besides.
// platform: avr
// outcomes: -1 -1; -256 -1; 0 -1; 0 -256; 0 0; -1 255; -1 0; 255 0
#include <avr/interrupt.h>

uint32_t x;
int out0, out1;

ISR(INT0_vect) { x = 0xffffffff; }

int main(void) {
    sei();
    uint32_t seen = x;
    out0 = (int)(seen & 0xffff);
    out1 = (int)(seen >> 16);
}
