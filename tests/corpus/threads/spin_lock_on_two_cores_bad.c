/* A thread and an interrupt on two cores. Disabling interrupts keeps nobody out that runs on the other core. */
// options: --property assertion --cores 2
// expect a: assertion
#include <assert.h>
#include <linux/spinlock.h>
#include <pthread.h>

static DEFINE_SPINLOCK(lock);
static int sent, acknowledged;

void isr_1(void) {
    unsigned long flags;
    local_irq_save(flags);
    sent++;
    acknowledged++;
    local_irq_restore(flags);
}

static void *worker(void *unused) {
    unsigned long flags;
    local_irq_save(flags);
    assert(sent == acknowledged); // a.1
    local_irq_restore(flags);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
