/* A duty cycle handed to a timer interrupt in a volatile byte. On one core that is harmless and not shown by default; who
   wants to know every pair of places that meet asks for --races all. */
// options: --property race --races all
// expect a: race duty
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint8_t duty;

ISR(TIMER0_OVF_vect) {
    OCR0A = duty; // a.1
}

int main(void) {
    TIMSK0 = _BV(TOIE0);
    sei();
    duty = 128; // a.2
    return 0;
}
