// An ISR that opens the mask runs up to three times at once, whatever arrivals it has left.
// It has one gap, behind sei, so executions are ordered forests: of 0 to 4 nodes there are 1, 1, 2, 5 and 14, and of the
// last ones the chain of four is cut. 22.
// platform: avr
// arrivals: 4
// executions: 22
// finals: x=0; x=1
#include <avr/interrupt.h>

uint8_t x;

ISR(INT0_vect) {
    sei();
    x = 1;
}

int main(void) {
    sei();
}
