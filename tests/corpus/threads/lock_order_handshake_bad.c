/* Two locks in opposite orders. Main waits until the worker is done with them, but too late. */
// expect a: deadlock a
// notes: 1
#include <pthread.h>

static pthread_mutex_t a, b, state;
static pthread_cond_t changed;
static int count, is_done;

static void *worker(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // a.2
    count++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&state);
    is_done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&state);
    return unused;
}

static void wait_for_worker(void) {
    pthread_mutex_lock(&state);
    while (!is_done) pthread_cond_wait(&changed, &state);
    pthread_mutex_unlock(&state);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // a.1
    count++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    wait_for_worker();
    pthread_join(thread, 0);
    return 0;
}
