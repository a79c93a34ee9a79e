// ISR_NOBLOCK opens the mask at entry: as in itself-again.c, where the handler says sei() itself.
// Two arrivals in the 2 gaps of main behind sei: none 1, one 2, two 3; and within the first one, before its read or its
// write: 2 · 2. 10.
// platform: avr
// arrivals: 2
// executions: 10
// finals: x=0; x=1; x=2
#include <avr/interrupt.h>

uint8_t x;

ISR(INT0_vect, ISR_NOBLOCK) {
    x = x + 1;
}

int main(void) {
    sei();
    x = 0;
}
