/* Threads of C11, on the models of POSIX threads: the same objects under other names. */
#include "environment.h"
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

_Static_assert(sizeof(mtx_t) >= sizeof(pthread_mutex_t), "the model needs more room for a mutex");
_Static_assert(sizeof(cnd_t) >= sizeof(pthread_cond_t), "the model needs more room for a condition");
_Static_assert(sizeof(once_flag) >= sizeof(pthread_once_t), "the model needs more room for a flag");

static void run_thread(void (*start)(void), void *argument) {
    preempt_thread_ends((void *)(intptr_t)((int (*)(void *))start)(argument));
}

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
    int id;
    preempt_atomic_begin();
    id = preempt_spawn_through(run_thread, (void (*)(void))start, argument);
    if (id >= PREEMPT_THREADS) preempt_unmodelled("more than 32 threads");
    preempt_threads[id].status = THREAD_JOINABLE;
    preempt_atomic_end();
    *thread = (thrd_t)id;
    return thrd_success;
}

static int outcome(int error) {
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

thrd_t thrd_current(void) {
    return (thrd_t)preempt_self();
}

int thrd_equal(thrd_t a, thrd_t b) {
    return a == b;
}

void thrd_exit(int result) {
    preempt_thread_ends((void *)(intptr_t)result);
    preempt_exit();
}

int thrd_join(thrd_t thread, int *result) {
    void *value = NULL;
    int error = pthread_join((pthread_t)thread, &value);
    if (error == 0 && result != NULL) *result = (int)(intptr_t)value;
    return outcome(error);
}

int thrd_detach(thrd_t thread) {
    return outcome(pthread_detach((pthread_t)thread));
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
    (void)duration;
    (void)remaining;
    preempt_sleep();
    return 0;
}

void thrd_yield(void) {
    preempt_yield();
}

int mtx_init(mtx_t *mutex, int type) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    if ((type & mtx_recursive) != 0) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    return outcome(pthread_mutex_init((pthread_mutex_t *)mutex, &attributes));
}

void mtx_destroy(mtx_t *mutex) {
    pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

int mtx_lock(mtx_t *mutex) {
    return outcome(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_trylock(mtx_t *mutex) {
    return outcome(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict deadline) {
    return outcome(pthread_mutex_timedlock((pthread_mutex_t *)mutex, deadline));
}

int mtx_unlock(mtx_t *mutex) {
    return outcome(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

int cnd_init(cnd_t *condition) {
    return outcome(pthread_cond_init((pthread_cond_t *)condition, NULL));
}

void cnd_destroy(cnd_t *condition) {
    pthread_cond_destroy((pthread_cond_t *)condition);
}

int cnd_signal(cnd_t *condition) {
    return outcome(pthread_cond_signal((pthread_cond_t *)condition));
}

int cnd_broadcast(cnd_t *condition) {
    return outcome(pthread_cond_broadcast((pthread_cond_t *)condition));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
    return outcome(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict deadline) {
    return outcome(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, deadline));
}

void call_once(once_flag *once, void (*function)(void)) {
    pthread_once((pthread_once_t *)once, function);
}

int tss_create(tss_t *key, tss_dtor_t destructor) {
    return outcome(pthread_key_create((pthread_key_t *)key, destructor));
}

void tss_delete(tss_t key) {
    pthread_key_delete((pthread_key_t)key);
}

void *tss_get(tss_t key) {
    return pthread_getspecific((pthread_key_t)key);
}

int tss_set(tss_t key, void *value) {
    return outcome(pthread_setspecific((pthread_key_t)key, value));
}
