/* Two phases, each behind the barrier, but the second one begins to write while the other thread still reads. */
// options: --property race
// expect a: race cells[]
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int cells[2], sums[2];

static void *worker(void *number) {
    int mine = (int)(intptr_t)number;
    for (int round = 1; round <= 2; round++) {
        cells[mine] = round; // a.2
        pthread_barrier_wait(&barrier);
        sums[mine] += cells[1 - mine]; // a.1
    }
    return 0;
}

int main(void) {
    pthread_barrier_init(&barrier, 0, 2);
    pthread_t first, second;
    pthread_create(&first, 0, worker, (void *)0);
    pthread_create(&second, 0, worker, (void *)1);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
