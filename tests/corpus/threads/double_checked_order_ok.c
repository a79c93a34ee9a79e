/* The flag is set when the table is filled. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static atomic_int table;

static void *worker(void *unused) {
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
            table = 42;
            ready = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    assert(table == 42);
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
