/* A thread and an interrupt on two cores. The spin lock keeps each other out, on whichever core they run. */
// options: --property assertion --cores 2
#include <assert.h>
#include <linux/spinlock.h>
#include <pthread.h>

static DEFINE_SPINLOCK(lock);
static int sent, acknowledged;

void isr_1(void) {
    unsigned long flags;
    spin_lock_irqsave(&lock, flags);
    sent++;
    acknowledged++;
    spin_unlock_irqrestore(&lock, flags);
}

static void *worker(void *unused) {
    unsigned long flags;
    spin_lock_irqsave(&lock, flags);
    assert(sent == acknowledged);
    spin_unlock_irqrestore(&lock, flags);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
