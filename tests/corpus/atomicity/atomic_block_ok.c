/* The handler is kept out while the message is written. It may come between the mask and the block. */
#include <preempt.h>
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

static volatile uint8_t low, high;
static volatile uint8_t seen_low, seen_high;

void isr_1(void) {
    seen_low = low;
    seen_high = high;
}

int main(void) {
    enable_isr(1);
    preempt_expect_atomic_begin("message");
    disable_isr(1);
    low = 1;
    high = 1;
    enable_isr(1);
    preempt_expect_atomic_end();
    return 0;
}
