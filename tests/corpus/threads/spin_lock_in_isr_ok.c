/* Main switches the interrupt off while it has the spin lock. */
// options: --property deadlock
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(lock);
static int shared;

void isr_1(void) {
    spin_lock(&lock);
    shared++;
    spin_unlock(&lock);
}

int main(void) {
    spin_lock_irq(&lock);
    shared++;
    spin_unlock_irq(&lock);
    return 0;
}
