// Two threads with one entry, started at one place: they share what it writes.
// SHARED: hits
// NOT-SHARED: none
#include <pthread.h>
static int hits;
static void *worker(void *p) {
    hits++;
    return p;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
    return 0;
}
