/* The same with the level read and written while nobody else runs. */
// options: --property atomicity
#include <pthread.h>

static int level;

static void *worker(void *argument) {
    level = 5;
    return argument;
}

int main(void) {
    pthread_t thread;
    int before = level;
    level = before + 1;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
