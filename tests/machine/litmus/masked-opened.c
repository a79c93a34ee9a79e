// `masked`, no priority test: a handler that opens the mask is preempted by any other, here only INT0 by INT1.
// As in masked-entry.c 11 executions without nesting. INT0 has 3 steps (sei, W, R); the mask is closed before sei and open before W and R:
// 2 gaps for INT0 · 2 gaps in it = 4 nested ones. 15.
// platform: avr
// executions: 15
// finals: a=0 b=0; a=1 b=0; a=0 b=2; a=1 b=2; a=2 b=2
#include <avr/interrupt.h>

uint8_t x, a, b;

ISR(INT0_vect) {
    sei();
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
