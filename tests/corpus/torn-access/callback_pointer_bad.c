/* A timer's callback is replaced while the timer runs. A function pointer is two bytes on an 8-bit core; the interrupt
   may jump to an address made of halves of both. */
// options: --property race
// expect a: torn-access callback
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
    callback(); // a.1
}

int main(void) {
    TIMSK1 |= _BV(TOIE1);
    sei();
    callback = beep; // a.2
    return 0;
}
