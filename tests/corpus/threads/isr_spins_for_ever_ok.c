/* The same with the interrupt kept out while main has the lock. */
// options: --property deadlock --isr isr_1:1:1 --isr isr_2:2:2
#include <linux/spinlock.h>
#include <pthread.h>

static DEFINE_SPINLOCK(lock);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int shared;

void isr_1(void) {
    spin_lock(&lock);
    shared++;
    spin_unlock(&lock);
}

void isr_2(void) {
    pthread_cond_signal(&arrived);
}

static void *worker(void *argument) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&arrived, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void) {
    pthread_t thread;
    unsigned long flags;
    pthread_create(&thread, 0, worker, 0);
    spin_lock_irqsave(&lock, flags);
    shared++;
    spin_unlock_irqrestore(&lock, flags);
    return 0;
}
