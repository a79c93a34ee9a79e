/* A counter shared with the pin-change interrupt is set back with interrupts closed, but a function that is called on
   the way has a critical section of its own and opens them unconditionally at its end: the caller goes on unprotected. */
// options: --property race
// expect a: missing-volatile edges not-shown-harmful
// expect b: missing-volatile edges not-shown-harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t edges;
static uint8_t limit = 10;

ISR(PCINT0_vect) {
    if (edges < limit) { // a.1
        edges++;         // b.1
    }
}

static void set_limit(uint8_t value) {
    cli();
    limit = value;
    sei();
}

static void restart(uint8_t value) {
    cli();
    set_limit(value);
    edges = 0; // a.2 b.2
    sei();
}

int main(void) {
    PCMSK0 = _BV(0);
    PCICR |= _BV(PCIE0);
    sei();
    for (;;) {
        restart(PINC & 0x0F);
    }
}
