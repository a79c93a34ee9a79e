/* Main takes b and then a, the interrupt a and then b. Main keeps the interrupt out only while it has a: once it has b, the interrupt
   may take a and spin for b. */
// options: --property deadlock
// expect a: deadlock b
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(a);
static DEFINE_SPINLOCK(b);
static int shared;

void isr_1(void) {
    spin_lock(&a);
    spin_lock(&b); // a.1
    shared++;
    spin_unlock(&b);
    spin_unlock(&a);
}

int main(void) {
    unsigned long flags;
    spin_lock(&b);
    spin_lock_irqsave(&a, flags);
    shared++;
    spin_unlock_irqrestore(&a, flags);
    spin_unlock(&b);
    return 0;
}
