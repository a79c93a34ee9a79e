/* Double-checked initialisation with a plain flag: it is read without the lock under which it is written. */
// options: --property race
// expect a: race ready
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static int table;

static void *worker(void *unused) {
    if (!ready) { // a.1
        pthread_mutex_lock(&lock);
        if (!ready) {
            table = 42;
            ready = 1; // a.2
        }
        pthread_mutex_unlock(&lock);
    }
    return table == 42 ? unused : (void *)1;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
