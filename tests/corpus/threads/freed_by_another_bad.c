/* The worker has fetched the pointer when main frees what it points to. main itself never accesses it. */
// options: --property assertion
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *box;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    int *mine = box;
    pthread_mutex_unlock(&lock);
    if (mine) *mine = 1; // undefined
    return unused;
}

int main(void) {
    pthread_t thread;
    box = malloc(sizeof *box);
    if (!box) return 1;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    free(box);
    box = 0;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
