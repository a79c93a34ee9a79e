/* The interrupt spins on a lock of main, which it has preempted. A more urgent one wakes the worker, or has done so before,
   but while an interrupt is active no thread runs: nobody ever goes on. */
// options: --property deadlock --isr isr_1:1:1 --isr isr_2:2:2
// expect a: deadlock lock
// expect b: deadlock lock
#include <linux/spinlock.h>
#include <pthread.h>

static DEFINE_SPINLOCK(lock);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int shared;

void isr_1(void) {
    spin_lock(&lock); // a.1 b.1
    shared++;
    spin_unlock(&lock);
}

void isr_2(void) {
    pthread_cond_signal(&arrived);
}

static void *worker(void *argument) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&arrived, &mutex); // b.2
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    spin_lock(&lock);
    shared++;
    spin_unlock(&lock);
    return 0;
}
