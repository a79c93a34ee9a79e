// The global mask is closed until sei(): the first arrival point is behind it for nobody.
// platform: avr
// arrivals: 2
// outcomes: 0 0; 0 1
#include <avr/interrupt.h>
#include <preempt.h>

uint8_t x, out0, out1;

ISR(INT0_vect) { x++; }

int main(void) {
    preempt_arrive(INT0_vect);
    out0 = x;
    sei();
    preempt_arrive(INT0_vect);
    out1 = x;
}
