/* Who locks unlocks. */
// options: --property assertion
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return value;
}
