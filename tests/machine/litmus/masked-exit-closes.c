// MSP430: the NMI opens the mask, and its exit closes it again: INT0 may start before W in the NMI and after it, before the exit,
// though nothing visible is left to do there.
//   NMI never: 1. NMI before or after main's W (2), each with INT0 before its W, before its exit, or never (3): 6. 7.
// platform: avr nesting=masked/restore nmi=nmi
// executions: 7
// finals: x=3; x=1; x=2
#include <avr/interrupt.h>

uint8_t x;

void nmi(void) {
    sei();
    x = 1;
}

ISR(INT0_vect) { x = 2; }

int main(void) { x = 3; }
