/*
 * A countdown is restarted and the hardware's reload value is derived from what was just stored. The tick interrupt
 * may have counted already, so that the two disagree.
 */
// expect a: atomicity WWR ticks_left harmful
#include <stdint.h>

void enable_isr(int irq);

extern volatile uint8_t TIMER_RELOAD;

static volatile uint8_t ticks_left;

void isr_1(void) {
    if (ticks_left > 0) ticks_left--; // a.2
}

static void restart(uint8_t ticks) {
    ticks_left = ticks; // a.1
    TIMER_RELOAD = (uint8_t)(ticks_left * 8); // a.3
}

int main(void) {
    enable_isr(1);
    restart(10);
    return 0;
}
