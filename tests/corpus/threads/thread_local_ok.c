/* Each thread has a depth of its own, which begins as the program says. */
// options: --property assertion,race
#include <assert.h>
#include <pthread.h>

static _Thread_local int depth = 3;
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
    depth++;
    depth++;
    assert(depth == 5);
    pthread_mutex_lock(&lock);
    total += depth;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    depth = 100;
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
    depth++;
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    assert(depth == 101);
    assert(total == 10);
    return 0;
}
