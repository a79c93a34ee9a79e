/* A driver keeps its interrupt out by disabling interrupts. With two cores the other one takes it. */
// options: --property assertion --cores 2
// expect a: assertion
#include <assert.h>
#include <linux/spinlock.h>

static volatile int level;

void isr_1(void) { level = 1; }

int main(void) {
    int seen;
    local_irq_disable();
    seen = level;
    assert(seen == level); // a.1
    local_irq_enable();
    return 0;
}
