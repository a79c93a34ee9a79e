// A constant bit of a low register is set by one instruction: nothing comes between its read and its write.
// main has 3 steps: W of TIMSK1, sei, the update of PORTB. ISR: after sei, after the update, or never: 3.
// platform: avr
// executions: 3
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
    PORTB |= 1 << PB1;
}
