/* Two locks in opposite orders, but main takes them after the worker has: no deadlock, and worth a look. */
// lock order: b, a
// notes: 1
#include <pthread.h>

static pthread_mutex_t a, b, state;
static pthread_cond_t changed;
static int count, is_done;

static void *worker(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
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
    wait_for_worker();
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    count++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(thread, 0);
    return 0;
}
