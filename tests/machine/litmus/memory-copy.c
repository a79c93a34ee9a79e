// memcpy goes in ascending pieces of the atomic width: the first byte is never there after the last. main's steps: sei, 3 pieces.
// 4 gaps after sei, and never: 5.
// platform: avr
// executions: 5
// finals: first=0 last=0; first=1 last=0; first=1 last=3
#include <avr/interrupt.h>
#include <string.h>

const uint8_t from[3] = {1, 2, 3};
uint8_t to[3], first, last;

ISR(INT0_vect) {
    first = to[0];
    last = to[2];
}

int main(void) {
    sei();
    memcpy(to, from, 3);
}
