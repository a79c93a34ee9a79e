// AVR: main's x = x + 1 on 0x00ff is two pieces read and two written, each pair in either order; the ISR writes 0x0300.
// Before it 0x0301; between the pieces read: 0x03ff + 1 or 0x0000 + 1; between read and write 0x0100; between the pieces written:
// low one first 0x0100, high one first 0x0300; after it 0x0300; never 0x0100.
// platform: avr
// outcomes: 769; 1024; 1; 256; 768
#include <avr/interrupt.h>

uint16_t x = 0x00ff;
int out0;

ISR(INT0_vect) { x = 0x0300; }

int main(void) {
    sei();
    x = x + 1;
    cli();
    out0 = x;
}
