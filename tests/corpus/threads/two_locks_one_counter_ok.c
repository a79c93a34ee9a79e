/* Both threads have the same lock. */
// options: --property race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *up(void *unused) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *down(void *unused) {
    pthread_mutex_lock(&lock);
    counter--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, up, 0);
    pthread_create(&second, 0, down, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_mutex_destroy(&other);
    return 0;
}
