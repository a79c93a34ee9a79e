/* All threads get the address of the loop variable: each finds what is in it by then. */
// options: --property race
// expect a: race seen[]
// expect b: race main.i
#include <pthread.h>
#include <stdint.h>

static int seen[2];

static void *worker(void *given) {
    int number = *(int *)given; // b.2
    if (number < 2) seen[number] = 1; // a.1 a.2
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, &i); // b.1
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
