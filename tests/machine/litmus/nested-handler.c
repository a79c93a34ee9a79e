// A handler that is declared __nested opens the mask that its entry closed: as in masked-opened.c, where it says sei() itself.
// first has 3 steps (open, W, R); 11 executions without nesting, and 2 gaps for first · 2 gaps in it = 4 nested ones. 15.
// platform: avr
// executions: 15
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
