/* Main takes a spin lock and leaves the interrupt on that takes it too: the interrupt spins for ever. */
// options: --property deadlock
// expect a: deadlock lock
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(lock);
static int shared;

void isr_1(void) {
    spin_lock(&lock); // a.1
    shared++;
    spin_unlock(&lock);
}

int main(void) {
    spin_lock(&lock);
    shared++;
    spin_unlock(&lock);
    return 0;
}
