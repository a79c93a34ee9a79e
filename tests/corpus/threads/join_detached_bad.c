/* A thread that was created as detached is joined. */
// options: --property assertion
// expect a: assertion
#include <pthread.h>

static void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, worker, 0);
    pthread_join(thread, 0); // a.1
    return 0;
}
