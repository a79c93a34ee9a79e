// SREG saved and restored: the first section leaves the mask closed as it was, the second one open.
// A section has 5 steps (R SREG, cli, W, R, W SREG). Open are the gaps before R SREG and cli of the second one, and after it: 3, and never: 4.
// platform: avr
// executions: 4
// finals: x=1 seen=1; x=5 seen=1
#include <avr/interrupt.h>

uint8_t x, seen;

ISR(INT0_vect) { x = 5; }

static void section(void) {
    uint8_t saved = SREG;
    cli();
    x = 1;
    seen = x;
    SREG = saved;
}

int main(void) {
    section();
    sei();
    section();
}
