/*
 * The duty cycle is stored first and limited afterwards. The timer interrupt, which copies it into the compare
 * register at the end of a period, can see the value before it is limited.
 */
// expect a: atomicity WRW duty harmful
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define DUTY_MAX 200

static volatile uint8_t duty = 10;

ISR(TIMER0_OVF_vect) {
    OCR0A = duty; // a.2
}

static void set_duty(uint8_t wanted) {
    duty = wanted; // a.1
    if (wanted > DUTY_MAX) duty = DUTY_MAX; // a.3
}

int main(void) {
    TIMSK0 = _BV(TOIE0);
    sei();
    set_duty(ADCH);
    return 0;
}
