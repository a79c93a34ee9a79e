// A barrier and thread-specific data.
#include <pthread.h>

static pthread_barrier_t meeting;
static pthread_key_t key;
static int arrived[2];

static void *walk(void *slot) {
    pthread_setspecific(key, slot);
    *(int *)pthread_getspecific(key) = 1;
    pthread_barrier_wait(&meeting);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, 0);
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&thread, 0, walk, &arrived[0]);
    walk(&arrived[1]);
    pthread_join(thread, 0);
    return arrived[0] + arrived[1];
}
