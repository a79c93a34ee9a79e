/* The same thread is joined twice, the other one never. */
// options: --property assertion
// expect a: assertion
#include <pthread.h>

static void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(first, 0); // a.1
    return 0;
}
