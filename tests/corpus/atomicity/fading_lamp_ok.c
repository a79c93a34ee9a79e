/* As fading_lamp_bad.c, but each level is written once. The handler comes between two of them, as it should. */
// notes: 3
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t level;

ISR(TIMER0_OVF_vect) {
    OCR0A = level;
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;) {
        for (uint8_t i = 0; i < 4; i++)
            level = i;
        for (uint8_t i = 4; i > 0; i--)
            level = i;
    }
}
