/*
 * The last thing that main does is to arm the regulator; it works only in interrupts from then on. After main's last
 * step the pulse can come between the regulator's read and write.
 */
// options: --interrupts on
// expect a: atomicity RWW level harmful
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define PULSE_IRQ 2

static volatile uint8_t is_armed;
static volatile uint8_t level = 100;

void isr_1(void) {
    if (is_armed) {
        level -= 10; // a.1 a.3
    }
}

void isr_2(void) {
    level = 200; // a.2
}

int main(void) {
    is_armed = 1;
    return 0;
}
