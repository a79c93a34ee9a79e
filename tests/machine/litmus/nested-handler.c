// A handler that is declared __nested opens the mask that its entry closed: as in masked-opened.c, where it says sei() itself.
// first has 4 steps (open, W, R, W a); 11 executions without nesting, and 2 gaps for first · 3 gaps in it = 6 nested ones. 17.
// platform: avr
// executions: 17
// finals: a=0 b=0; a=1 b=0; a=0 b=2; a=1 b=2; a=2 b=2
#include <avr/interrupt.h>

uint8_t x, a, b;

__nested __irq void first(void) {
    x = 1;
    a = x;
}

__irq void second(void) {
    x = 2;
    b = x;
}

int main(void) {
    sei();
    x = 3;
}
