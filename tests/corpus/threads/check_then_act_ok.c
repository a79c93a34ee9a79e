/* Asked and taken in one section. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static void take_one(void) {
    pthread_mutex_lock(&lock);
    if (left > 0) left--;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
    take_one();
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
