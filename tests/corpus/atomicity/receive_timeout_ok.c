/*
 * A countdown is restarted and the hardware's reload value is derived from the same argument, not from the counter
 * that the tick interrupt may have changed already.
 */
#include <stdint.h>

void enable_isr(int irq);

extern volatile uint8_t TIMER_RELOAD;

static volatile uint8_t ticks_left;

void isr_1(void) {
    if (ticks_left > 0) ticks_left--;
}

static void restart(uint8_t ticks) {
    ticks_left = ticks;
    TIMER_RELOAD = (uint8_t)(ticks * 8);
}

int main(void) {
    enable_isr(1);
    restart(10);
    return 0;
}
