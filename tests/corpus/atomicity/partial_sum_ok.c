/* As partial_sum_bad.c, but the sum is published when it is one. */
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>

static uint8_t cells[3] = {10, 20, 30};
static volatile uint8_t total;
static volatile uint8_t progress;

ISR(TIMER0_OVF_vect) {
    OCR0A = total;
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
        }
        total = sum;
    }
}
