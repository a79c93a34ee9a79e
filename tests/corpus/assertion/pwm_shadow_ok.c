/* A software PWM: the interrupt relies on the duty never being above the period. Main sets both with interrupts
   closed, so the interrupt never sees one of each. */
// options: --property assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

uint8_t __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

static volatile uint8_t period = 200, duty = 100;

ISR(TIMER2_COMPA_vect) {
    assert(duty <= period);
    PORTB = duty == period;
}

static void configure(uint8_t new_period, uint8_t new_duty) {
    cli();
    period = new_period;
    duty = new_duty;
    sei();
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
