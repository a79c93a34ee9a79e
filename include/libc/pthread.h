/*
 * POSIX threads as declarations. The objects hold just what the models in include/models need; all zero is the initial
 * state of each, so the static initialisers and a zeroed global mean the same.
 */
#ifndef PREEMPT_LIBC_PTHREAD_H
#define PREEMPT_LIBC_PTHREAD_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;

typedef struct {
    int detached;
    int priority;
    int policy;
    int inherit;
    int scope;
    size_t stack_size;
} pthread_attr_t;

typedef struct {
    int owner;
    unsigned depth;
    int type;
} pthread_mutex_t;

typedef struct {
    unsigned char type;
    unsigned char protocol;
    unsigned char ceiling;
    unsigned char shared;
} pthread_mutexattr_t;

typedef struct {
    uint32_t waiting;
} pthread_cond_t;

typedef struct {
    int clock;
} pthread_condattr_t;

typedef struct {
    int writer;
    unsigned readers;
    uint32_t reading;
} pthread_rwlock_t;

typedef struct {
    int shared;
} pthread_rwlockattr_t;

typedef volatile int pthread_spinlock_t;

typedef struct {
    unsigned needed;
    unsigned arrived;
    uint32_t waiting;
} pthread_barrier_t;

typedef struct {
    int shared;
} pthread_barrierattr_t;

typedef int pthread_once_t;

#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_MUTEX_INITIALIZER {0, 0, PTHREAD_MUTEX_NORMAL}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {0, 0, PTHREAD_MUTEX_RECURSIVE}
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP {0, 0, PTHREAD_MUTEX_ERRORCHECK}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_RWLOCK_INITIALIZER {0, 0, 0}
#define PTHREAD_ONCE_INIT 0

int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state);
int pthread_attr_getinheritsched(const pthread_attr_t *__restrict attributes, int *__restrict inherit);
int pthread_attr_getschedparam(const pthread_attr_t *__restrict attributes, struct sched_param *__restrict parameters);
int pthread_attr_getschedpolicy(const pthread_attr_t *__restrict attributes, int *__restrict policy);
int pthread_attr_getscope(const pthread_attr_t *__restrict attributes, int *__restrict scope);
int pthread_attr_getstacksize(const pthread_attr_t *__restrict attributes, size_t *__restrict size);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit);
int pthread_attr_setschedparam(pthread_attr_t *__restrict attributes, const struct sched_param *__restrict parameters);
int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy);
int pthread_attr_setscope(pthread_attr_t *attributes, int scope);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_cancel(pthread_t thread);
int pthread_create(pthread_t *__restrict thread, const pthread_attr_t *__restrict attributes, void *(*start)(void *),
                   void *__restrict argument);
int pthread_detach(pthread_t thread);
int pthread_equal(pthread_t a, pthread_t b);
__attribute__((__noreturn__)) void pthread_exit(void *result);
int pthread_join(pthread_t thread, void **result);
pthread_t pthread_self(void);
int pthread_setcancelstate(int state, int *old);
int pthread_setcanceltype(int type, int *old);
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters);
int pthread_setschedprio(pthread_t thread, int priority);
void pthread_testcancel(void);
int pthread_yield(void);

int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_init(pthread_mutex_t *__restrict mutex, const pthread_mutexattr_t *__restrict attributes);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *__restrict mutex, const struct timespec *__restrict deadline);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *__restrict attributes, int *__restrict type);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type);

int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_init(pthread_cond_t *__restrict condition, const pthread_condattr_t *__restrict attributes);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_timedwait(pthread_cond_t *__restrict condition, pthread_mutex_t *__restrict mutex,
                           const struct timespec *__restrict deadline);
int pthread_cond_wait(pthread_cond_t *__restrict condition, pthread_mutex_t *__restrict mutex);
int pthread_condattr_destroy(pthread_condattr_t *attributes);
int pthread_condattr_init(pthread_condattr_t *attributes);
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock);
int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared);

int pthread_rwlock_destroy(pthread_rwlock_t *lock);
int pthread_rwlock_init(pthread_rwlock_t *__restrict lock, const pthread_rwlockattr_t *__restrict attributes);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *__restrict lock, const struct timespec *__restrict deadline);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *__restrict lock, const struct timespec *__restrict deadline);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes);

int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_init(pthread_spinlock_t *lock, int shared);
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);

int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_init(pthread_barrier_t *__restrict barrier, const pthread_barrierattr_t *__restrict attributes,
                         unsigned count);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes);
int pthread_barrierattr_init(pthread_barrierattr_t *attributes);

int pthread_once(pthread_once_t *once, void (*function)(void));
void *pthread_getspecific(pthread_key_t key);
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

#ifdef __cplusplus
}
#endif
#endif
