/* A software PWM: the interrupt relies on the duty never being above the period. Main sets the period first and the duty
   afterwards; in between a short period stands beside the old, long duty. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

uint8_t __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

static volatile uint8_t period = 200, duty = 100;

ISR(TIMER2_COMPA_vect) {
    assert(duty <= period); // a.1
    PORTB = duty == period;
}

static void configure(uint8_t new_period, uint8_t new_duty) {
    period = new_period;
    duty = new_duty;
}

int main(void) {
    const uint8_t new_period = __VERIFIER_nondet_uchar();
    const uint8_t new_duty = __VERIFIER_nondet_uchar();

    __VERIFIER_assume(new_duty <= new_period);
    TIMSK2 = _BV(OCIE2A);
    sei();
    configure(new_period, new_duty);
    return 0;
}
