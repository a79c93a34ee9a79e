/* Threads of C11 as declarations. Their objects are those of POSIX threads; all zero is the initial state of each. */
#ifndef PREEMPT_LIBC_THREADS_H
#define PREEMPT_LIBC_THREADS_H

#include <pthread.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __cplusplus
#define thread_local _Thread_local
#endif

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_key_t tss_t;
typedef pthread_once_t once_flag;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);

enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };

#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT
#define TSS_DTOR_ITERATIONS 1

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument);
thrd_t thrd_current(void);
int thrd_detach(thrd_t thread);
int thrd_equal(thrd_t a, thrd_t b);
__attribute__((__noreturn__)) void thrd_exit(int result);
int thrd_join(thrd_t thread, int *result);
int thrd_sleep(const struct timespec *duration, struct timespec *remaining);
void thrd_yield(void);

void mtx_destroy(mtx_t *mutex);
int mtx_init(mtx_t *mutex, int type);
int mtx_lock(mtx_t *mutex);
int mtx_timedlock(mtx_t *__restrict mutex, const struct timespec *__restrict deadline);
int mtx_trylock(mtx_t *mutex);
int mtx_unlock(mtx_t *mutex);

int cnd_broadcast(cnd_t *condition);
void cnd_destroy(cnd_t *condition);
int cnd_init(cnd_t *condition);
int cnd_signal(cnd_t *condition);
int cnd_timedwait(cnd_t *__restrict condition, mtx_t *__restrict mutex, const struct timespec *__restrict deadline);
int cnd_wait(cnd_t *condition, mtx_t *mutex);

void call_once(once_flag *once, void (*function)(void));
int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

#ifdef __cplusplus
}
#endif
#endif
