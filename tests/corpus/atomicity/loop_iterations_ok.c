/*
 * Each iteration of the main loop is a unit of work: what is read in two iterations may differ, what is read twice in
 * one iteration should not. Here the gain is read once in each.
 */
// options: --arrivals 2
#include <stdint.h>

void enable_isr(int irq);

extern volatile uint8_t LEFT_GAIN;
extern volatile uint8_t RIGHT_GAIN;

static volatile uint8_t gain = 1;

void isr_1(void) {
    gain++;
}

int main(void) {
    enable_isr(1);
    for (;;) {
        const uint8_t both = gain;
        LEFT_GAIN = both;
        RIGHT_GAIN = both;
    }
}
