/* A thread that was created as joinable is joined. */
// options: --property assertion
#include <pthread.h>

static void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    pthread_create(&thread, &attributes, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
