/* The producer takes the mutex before it waits for a free place: the consumer cannot make one. */
// options: --property deadlock
// expect a: deadlock lock
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t places, items;
static int buffer;

static void *producer(void *unused) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&lock);
        sem_wait(&places); // a.2
        buffer = i;
        pthread_mutex_unlock(&lock);
        sem_post(&items);
    }
    return unused;
}

static void *consumer(void *unused) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&items);
        pthread_mutex_lock(&lock); // a.1
        buffer = 0;
        pthread_mutex_unlock(&lock);
        sem_post(&places);
    }
    return unused;
}

int main(void) {
    pthread_t first, second;
    sem_init(&places, 0, 1);
    sem_init(&items, 0, 0);
    pthread_create(&first, 0, producer, 0);
    pthread_create(&second, 0, consumer, 0);
    pthread_join(first, 0); // a.3
    pthread_join(second, 0);
    return 0;
}
