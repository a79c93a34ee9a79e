/* Whether there is something left is asked in one section, and it is taken in another: two may take the last one. */
// expect a: atomicity RWR left harmful
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static int is_left(void) {
    pthread_mutex_lock(&lock);
    int result = left > 0; // a.1
    pthread_mutex_unlock(&lock);
    return result;
}

static void take(void) {
    pthread_mutex_lock(&lock);
    left--; // a.2 a.3
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
    if (is_left()) take();
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
