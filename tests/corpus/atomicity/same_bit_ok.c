/*
 * Each side sets a byte of its own.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define NEEDS_SERVICE 0x04

static volatile uint8_t status;
static volatile uint8_t status_by_watchdog;

ISR(WDT_vect) {
    status_by_watchdog |= NEEDS_SERVICE;
}

int main(void) {
    WDTCSR = _BV(WDIE);
    sei();
    status |= NEEDS_SERVICE;
    return 0;
}
