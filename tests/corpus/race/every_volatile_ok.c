/* A duty cycle handed to a timer interrupt in a volatile byte, written with the interrupt kept out: even --races all has
   nothing to show. */
// options: --property race --races all
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint8_t duty;

ISR(TIMER0_OVF_vect) {
    OCR0A = duty;
}

int main(void) {
    TIMSK0 = _BV(TOIE0);
    sei();
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        duty = 128;
    }
    return 0;
}
