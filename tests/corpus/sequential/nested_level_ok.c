/* The more urgent handler takes from the level. The less urgent one keeps it out. By threads. */
// options: --engine threads --property assertion
#include <assert.h>

static volatile int level = 1;

void enable_isr(int irq);
void disable_isr(int irq);

void low_isr_1(void) {
    disable_isr(2);
    if (level > 0) {
        level = level - 1;
        assert(level >= 0);
    }
    enable_isr(2);
}

void high_isr_2(void) {
    if (level > 0) level = level - 1;
}

int main(void) {
    enable_isr(-1);
    return 0;
}
