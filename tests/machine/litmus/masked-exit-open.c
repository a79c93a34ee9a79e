// AVR: `reti` opens the mask, whatever it was. It is closed from the start here, so that only the NMI, which no mask keeps out, can start;
// after its exit INT0 may start as well.
//   NMI never: 1. NMI before W: INT0 then before W, after it, or never: 3. NMI after W: INT0 after it or never: 2. 6.
// platform: avr nmi=nmi
// executions: 6
// finals: x=3; x=2; x=1
#include <avr/interrupt.h>

uint8_t x;

void nmi(void) { x = 1; }

ISR(INT0_vect) { x = 2; }

int main(void) { x = 3; }
