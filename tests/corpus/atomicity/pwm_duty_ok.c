/*
 * The duty cycle is limited first and stored once: the timer interrupt, which copies it into the compare register at
 * the end of a period, sees only values within the limit.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define DUTY_MAX 200

static volatile uint8_t duty = 10;

ISR(TIMER0_OVF_vect) {
    OCR0A = duty;
}

static void set_duty(uint8_t wanted) {
    if (wanted > DUTY_MAX) wanted = DUTY_MAX;
    duty = wanted;
}

int main(void) {
    TIMSK0 = _BV(TOIE0);
    sei();
    set_duty(ADCH);
    return 0;
}
