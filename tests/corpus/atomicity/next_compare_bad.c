/*
 * Milliseconds in 16 bits on an 8-bit machine. They are read for the display and again for the next compare match,
 * each time in two halves between which the tick can count: two torn reads, of which the first only shows its low half,
 * and two times that disagree.
 */
// expect disagree: atomicity RWR millis harmful
// expect shown: torn-access millis not-shown-harmful
// expect next: torn-access millis
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#define PERIOD 100

static volatile uint16_t millis = 255;

ISR(TIMER0_COMPA_vect) {
    millis++; // disagree.2 shown.1 next.1
}

static void schedule_next(void) {
    PORTB = (uint8_t)millis; // disagree.1 shown.2
    OCR1A = millis + PERIOD; // disagree.3 next.2
}

int main(void) {
    TIMSK0 = _BV(OCIE0A);
    sei();
    schedule_next();
    return 0;
}
