// An ISR that is active does not start again, even where it opens the mask and has an arrival left.
// Two arrivals in the 2 gaps of main behind sei: none 1, one 2, two 3: 6.
// platform: avr
// arrivals: 2
// executions: 6
// finals: x=0; x=1; x=2
#include <avr/interrupt.h>

uint8_t x;

ISR(INT0_vect) {
    sei();
    x = x + 1;
}

int main(void) {
    sei();
    x = 0;
}
