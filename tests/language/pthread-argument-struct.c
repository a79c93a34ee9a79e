// Each thread gets its own struct of an array; one member points to what they share.
#include <pthread.h>

struct work {
    int from, to;
    int *total;
};

static int total;
static struct work works[2] = {{0, 2, &total}, {2, 4, &total}};

static void *run(void *argument) {
    struct work *work = argument;
    for (int i = work->from; i < work->to; i++) *work->total += i;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, &works[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return total;
}
