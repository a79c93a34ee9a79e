/* The clock of a data logger, seconds in 32 bits on an 8-bit core. Setting it is four stores; the seconds interrupt that
   comes in between stamps its record with a time that never was. */
// options: --property race
// expect a: torn-access seconds
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint32_t seconds;
static uint32_t stamp;

ISR(TIMER1_COMPA_vect) {
    stamp = seconds; // a.1
}

static void set_clock(uint32_t time) {
    seconds = time; // a.2
}

int main(void) {
    TIMSK1 = _BV(OCIE1A);
    sei();
    set_clock(0x5F5E1000UL);
    return 0;
}
