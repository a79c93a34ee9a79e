/*
 * A transmission budget on three levels: the frame timer (1) and the retry timer (2) spend it, the window timer (3)
 * refills it. Each spends by reading and writing, so every more urgent timer can come in between: three violations.
 */
// options: --property atomicity
// expect f2: atomicity RWW budget harmful
// expect f3: atomicity RWW budget harmful
// expect r3: atomicity RWW budget harmful
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

static volatile uint8_t budget = 10;

void isr_1(void) {
    budget -= 4; // f2.1 f2.3 f3.1 f3.3
}

void isr_2(void) {
    budget -= 1; // f2.2 r3.1 r3.3
}

void isr_3(void) {
    budget = 20; // f3.2 r3.2
}

int main(void) {
    enable_isr(1);
    enable_isr(2);
    enable_isr(3);
    return 0;
}
