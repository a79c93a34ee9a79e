/*
 * Each iteration of the main loop is a unit of work: what is read in two iterations may differ, what is read twice in
 * one iteration should not. Here the gain is read twice, through a function, and the two channels get different ones.
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

static uint8_t current_gain(void) {
    return gain; // a.1 a.3
}

int main(void) {
    enable_isr(1);
    for (;;) {
        LEFT_GAIN = current_gain();
        RIGHT_GAIN = current_gain();
    }
}
