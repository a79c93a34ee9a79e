/* The number of readers is counted without its mutex: two first readers may both think that the other took the lock for writing,
   and the first to leave lets the writer in. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static sem_t writing;
static int readers;
static volatile int value, copy;

static void *reader(void *unused) {
    if (++readers == 1) sem_wait(&writing);
    assert(value == copy); // a.1
    if (--readers == 0) sem_post(&writing);
    return unused;
}

static void *writer(void *unused) {
    sem_wait(&writing);
    value = 1;
    copy = 1;
    sem_post(&writing);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    sem_init(&writing, 0, 1);
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_create(&threads[2], 0, writer, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    return pthread_mutex_destroy(&counting);
}
