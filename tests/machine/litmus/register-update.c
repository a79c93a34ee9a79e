// Two bits are not set by one instruction: the interrupt may come between the read and the write.
// main has 4 steps: W of TIMSK1, sei, R and W of PORTB. ISR: after sei, before W, after W, or never: 4.
// platform: avr
// executions: 4
// finals: x=0; x=1
#include <avr/interrupt.h>

uint8_t x;

ISR(TIMER1_OVF_vect) {
    PORTB &= ~(1 << PB2);
    x = 1;
}

int main(void) {
    TIMSK1 = 1 << TOIE1;
    sei();
    PORTB |= 1 << PB1 | 1 << PB3;
}
