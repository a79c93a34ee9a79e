// `masked`, no priority test: a handler that opens the mask is preempted by any other, here only INT0 by INT1.
// As in masked-entry.c 11 executions without nesting. INT0 may be entered again while it runs, so a is seen by others,
// and it has 4 steps (sei, W, R, W a); the mask is closed before sei and open before the others:
// 2 gaps for INT0 · 3 gaps in it = 6 nested ones. 17.
// platform: avr
// executions: 17
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
