/* Main reads a level before it starts the worker that changes it, and writes back what it made of it. The worker cannot
   come before that read, so there is no other order to compare with. */
// options: --property atomicity
// expect b: atomicity RWW level not-shown-harmful
#include <pthread.h>

static int level;

static void *worker(void *argument) {
    level = 5; // b.2
    return argument;
}

int main(void) {
    pthread_t thread;
    int before = level; // b.1
    pthread_create(&thread, 0, worker, 0);
    level = before + 1; // b.3
    pthread_join(thread, 0);
    return 0;
}
