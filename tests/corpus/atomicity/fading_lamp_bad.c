/*
 * A lamp fades: the loop publishes one level after the other, and the handler takes the one that it finds. But each is
 * written twice, first as it is and then as the eye wants it: in between the lamp flickers.
 */
// expect a: atomicity WRW level harmful
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>

static const uint8_t corrected[4] = {0, 10, 60, 255};
static volatile uint8_t level;

ISR(TIMER0_OVF_vect) {
    OCR0A = level; // a.2
}

static void show(uint8_t step) {
    level = step; // a.1
    level = corrected[step]; // a.3
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;) {
        for (uint8_t i = 0; i < 4; i++)
            show(i);
        for (uint8_t i = 3; i > 0; i--)
            show(i);
    }
}
