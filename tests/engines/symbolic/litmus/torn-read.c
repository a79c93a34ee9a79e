// AVR: main reads two bytes in either order. The ISR before both 258, after both or never 0, between: low one old 256, high one old 2.
// platform: avr
// outcomes: 0; 258; 256; 2
#include <avr/interrupt.h>

uint16_t x;
int out0;

ISR(INT0_vect) { x = 0x0102; }

int main(void) {
    sei();
    out0 = x;
}
