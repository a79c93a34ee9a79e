/*
 * The last thing that main does is to arm the regulator; it works only in interrupts from then on. The regulator keeps
 * the pulse out while it changes the level.
 */
// options: --interrupts on
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define PULSE_IRQ 2

static volatile uint8_t is_armed;
static volatile uint8_t level = 100;

void isr_1(void) {
    if (is_armed) {
        disable_isr(PULSE_IRQ);
        level -= 10;
        enable_isr(PULSE_IRQ);
    }
}

void isr_2(void) {
    level = 200;
}

int main(void) {
    is_armed = 1;
    return 0;
}
