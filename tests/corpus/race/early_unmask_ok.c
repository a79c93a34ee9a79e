/* A counter shared with the pin-change interrupt is set back with interrupts closed. The function that is called on the
   way has a critical section of its own, and at its end puts the interrupt flag back to what it found. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t edges;
static uint8_t limit = 10;

ISR(PCINT0_vect) {
    if (edges < limit) {
        edges++;
    }
}

static void set_limit(uint8_t value) {
    const uint8_t status = SREG;

    cli();
    limit = value;
    SREG = status;
}

static void restart(uint8_t value) {
    cli();
    set_limit(value);
    edges = 0;
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
