// target: avr
// A table in program memory and a sleeping main loop.
#include <avr/interrupt.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>

static const uint8_t gamma_table[4] PROGMEM = {0, 2, 9, 31};
static volatile uint8_t level;

ISR(PCINT0_vect) { level = (uint8_t)((level + 1) & 3); }

int main(void) {
    PCICR |= _BV(PCIE0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    for (;;) {
        OCR0A = pgm_read_byte(&gamma_table[level]);
        sleep_mode();
    }
}
