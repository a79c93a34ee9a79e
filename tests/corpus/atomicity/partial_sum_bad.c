/*
 * The sum of the cells is published with every cell that is added: the handler regulates by the sum of some of them.
 * How far the loop has come is published, too; that is what it is for, and seeing any of it is no harm.
 */
// expect a: atomicity WRW total harmful
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t cells[3] = {10, 20, 30};
static volatile uint8_t total;
static volatile uint8_t progress;

ISR(TIMER0_OVF_vect) {
    OCR0A = total; // a.2
    OCR0B = progress;
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;) {
        uint8_t sum = 0;
        for (uint8_t i = 0; i < 3; i++) {
            sum += cells[i];
            progress = i;
            total = sum; // a.1 a.3
        }
    }
}
