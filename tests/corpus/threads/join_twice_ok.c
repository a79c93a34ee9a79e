/* Each thread is joined once. */
// options: --property assertion
#include <pthread.h>

static void *worker(void *unused) {
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
