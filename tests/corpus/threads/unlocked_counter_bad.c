/* Two threads count without a lock. */
// options: --property race
// expect a: race counter
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused) {
    counter++; // a.1 a.2
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_mutex_destroy(&lock);
    return 0;
}
