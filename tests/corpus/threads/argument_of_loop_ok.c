/* Each thread gets its own number. */
// options: --property race
#include <pthread.h>
#include <stdint.h>

static int seen[2];

static void *worker(void *given) {
    int number = (int)(intptr_t)given;
    if (number < 2) seen[number] = 1;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
