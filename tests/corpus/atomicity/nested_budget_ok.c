/*
 * A transmission budget on three levels: the frame timer (1) and the retry timer (2) spend it, the window timer (3)
 * refills it. Each spends with the more urgent timers switched off.
 */
// options: --property atomicity
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

static volatile uint8_t budget = 10;

void isr_1(void) {
    disable_isr(2);
    disable_isr(3);
    budget -= 4;
    enable_isr(3);
    enable_isr(2);
}

void isr_2(void) {
    disable_isr(3);
    budget -= 1;
    enable_isr(3);
}

void isr_3(void) {
    budget = 20;
}

int main(void) {
    enable_isr(1);
    enable_isr(2);
    enable_isr(3);
    return 0;
}
