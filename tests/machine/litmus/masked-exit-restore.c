// MSP430: `reti` restores the mask that was saved at entry. It is closed from the start here, so that only the NMI can start,
// and INT0 cannot after it either: before W, after W or never: 3.
// platform: avr nesting=masked/restore nmi=nmi
// executions: 3
// finals: x=3; x=1
#include <avr/interrupt.h>

uint8_t x;

void nmi(void) { x = 1; }

ISR(INT0_vect) { x = 2; }

int main(void) { x = 3; }
