/* A timer's callback is replaced after the timer's interrupt has been switched off. A function pointer is two bytes on an
   8-bit core. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static void blink(void) {
    PORTB ^= _BV(5);
}

static void beep(void) {
    PORTD ^= _BV(3);
}

static void (*volatile callback)(void) = blink;

ISR(TIMER1_OVF_vect) {
    callback();
}

int main(void) {
    TIMSK1 |= _BV(TOIE1);
    sei();
    TIMSK1 &= (uint8_t)~_BV(TOIE1);
    callback = beep;
    TIMSK1 |= _BV(TOIE1);
    return 0;
}
