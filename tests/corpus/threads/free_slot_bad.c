/* Slots are given out by the lowest bit that is set; a slot is taken, but its bit stays set. */
// options: --property race
// expect a: race slots[]
#include <pthread.h>
#include <strings.h>

static int slots[2];
static int unused = -1;

static void *worker(void *slot) {
    *(int *)slot = 1; // a.1 a.2
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        int slot = ffs(unused) - 1;
        unused &= -1;
        pthread_create(&threads[i], 0, worker, &slots[slot]);
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
