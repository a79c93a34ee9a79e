/* Main takes b and then a, the interrupt a and then b. Main keeps the interrupt out as long as it has one of them. */
// options: --property deadlock
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(a);
static DEFINE_SPINLOCK(b);
static int shared;

void isr_1(void) {
    spin_lock(&a);
    spin_lock(&b);
    shared++;
    spin_unlock(&b);
    spin_unlock(&a);
}

int main(void) {
    unsigned long flags;
    spin_lock_irqsave(&b, flags);
    spin_lock(&a);
    shared++;
    spin_unlock(&a);
    spin_unlock_irqrestore(&b, flags);
    return 0;
}
