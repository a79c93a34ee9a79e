/* The clock of a data logger, seconds in 32 bits on an 8-bit core. Setting it is four stores, with the seconds interrupt
   kept out until all are done. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint32_t seconds;
static uint32_t stamp;

ISR(TIMER1_COMPA_vect) {
    stamp = seconds;
}

static void set_clock(uint32_t time) {
    const uint8_t status = SREG;

    cli();
    seconds = time;
    SREG = status;
}

int main(void) {
    TIMSK1 = _BV(OCIE1A);
    sei();
    set_clock(0x5F5E1000UL);
    return 0;
}
