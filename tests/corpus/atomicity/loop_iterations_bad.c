/*
 * Each iteration of the main loop is a unit of work: what is read in two iterations may differ, what is read twice in
 * one iteration should not. Here the gain is read twice, and the two channels get different ones.
 */
// options: --arrivals 2
// expect a: atomicity RWR gain harmful
#include <stdint.h>

void enable_isr(int irq);

extern volatile uint8_t LEFT_GAIN;
extern volatile uint8_t RIGHT_GAIN;

static volatile uint8_t gain = 1;

void isr_1(void) {
    gain++; // a.2
}

int main(void) {
    enable_isr(1);
    for (;;) {
        LEFT_GAIN = gain; // a.1
        RIGHT_GAIN = gain; // a.3
    }
}
