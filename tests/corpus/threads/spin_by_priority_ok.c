/* A thread spins for a lock that a less urgent one has, on two cores: that one goes on on the other. */
// options: --property deadlock --cores 2 --scheduler priority --thread-priority main:3
// options: --thread-priority low:1 --thread-priority high:2
#include <pthread.h>
#include <unistd.h>

static pthread_spinlock_t lock;
static int shared;

static void *low(void *unused) {
    pthread_spin_lock(&lock);
    shared++;
    pthread_spin_unlock(&lock);
    return unused;
}

static void *high(void *unused) {
    usleep(10);
    pthread_spin_lock(&lock);
    shared++;
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_spin_init(&lock, 0);
    pthread_create(&threads[0], 0, low, 0);
    pthread_create(&threads[1], 0, high, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
