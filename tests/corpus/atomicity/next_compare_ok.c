/*
 * Milliseconds in 16 bits on an 8-bit machine. They are copied once, in an atomic block.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>
#include <util/atomic.h>

#define PERIOD 100

static volatile uint16_t millis = 255;

ISR(TIMER0_COMPA_vect) {
    millis++;
}

static void schedule_next(void) {
    uint16_t now;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = millis; }
    PORTB = (uint8_t)now;
    OCR1A = now + PERIOD;
}

int main(void) {
    TIMSK0 = _BV(OCIE0A);
    sei();
    schedule_next();
    return 0;
}
