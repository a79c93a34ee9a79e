/* The more urgent handler takes from the level between the test of the less urgent one and what it takes itself. By threads. */
// options: --engine threads --property assertion
// expect a: assertion
#include <assert.h>

static volatile int level = 1;

void enable_isr(int irq);
void disable_isr(int irq);

void low_isr_1(void) {
    if (level > 0) {
        level = level - 1;
        assert(level >= 0); // a.1
    }
}

void high_isr_2(void) {
    if (level > 0) level = level - 1;
}

int main(void) {
    enable_isr(-1);
    return 0;
}
