// AVR: an inner section that ends with sei() opens the outer one, too; one that restores SREG does not. Two reads of x in the outer
// section, before and after the inner one.
// platform: avr
// outcomes: 0 0; 0 1; 1 0
#include <avr/interrupt.h>
#include <preempt.h>

uint8_t x;
int out0, out1;

ISR(INT0_vect) { x++; }

int main(void) {
    uint8_t restores = (uint8_t)preempt_nondet_bool();
    sei();
    cli();
    uint8_t before = x;
    uint8_t saved = SREG;
    cli();
    if (restores) SREG = saved;
    else sei();
    uint8_t after = x;
    out0 = restores;
    out1 = after - before;
}
