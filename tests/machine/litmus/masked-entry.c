// `masked`: entry closes the global mask, so that handlers do not nest by themselves; exit opens it.
// main's first step opens the mask: the gaps are before W x and after it. Both handlers have 2 steps.
//   none 1, only INT0 2, only INT1 2, both in one gap 2 · 2 orders, in different gaps 2: 11.
// platform: avr
// executions: 11
// finals: a=0 b=0; a=1 b=0; a=0 b=2; a=1 b=2
#include <avr/interrupt.h>

uint8_t x, a, b;

ISR(INT0_vect) {
    x = 1;
    a = x;
}

ISR(INT1_vect) {
    x = 2;
    b = x;
}

int main(void) {
    sei();
    x = 3;
}
