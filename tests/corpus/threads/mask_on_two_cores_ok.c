/* A driver keeps its interrupt out by disabling interrupts. There is one core. */
// options: --property assertion --cores 1
#include <assert.h>
#include <linux/spinlock.h>

static volatile int level;

void isr_1(void) { level = 1; }

int main(void) {
    int seen;
    local_irq_disable();
    seen = level;
    assert(seen == level);
    local_irq_enable();
    return 0;
}
