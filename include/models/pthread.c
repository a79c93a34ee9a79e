/*
 * POSIX threads: creation, end, join, attributes and once. Locks and conditions are in pthread-locks.c,
 * thread-specific data in pthread-keys.c. Creation never fails; cancellation is not modelled.
 */
#include "environment.h"
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

/* By default it depends on the system whether a thread inherits its priority. */
enum inheritance { UNSAID, INHERITS, OWN };

struct attributes {
    unsigned char detached;
    unsigned char inheritance;
    unsigned char has_priority;
    int priority;
    int policy;
    int scope;
    size_t stack_size;
};
_Static_assert(sizeof(struct attributes) <= sizeof(pthread_attr_t), "the model needs more room for attributes");
_Static_assert(sizeof(pthread_once_t) >= sizeof(int), "the model needs more room for once");

/* ---- beginning and end ------------------------------------------------------------------------------------------ */

static void run_thread(void (*start)(void), void *argument) {
    preempt_thread_ends(((void *(*)(void *))start)(argument));
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict given, void *(*start)(void *),
                   void *restrict argument) {
    const struct attributes *attributes = (const struct attributes *)given;
    int detached = attributes != NULL && attributes->detached;
    int given_one = attributes != NULL && attributes->has_priority && attributes->inheritance != INHERITS;
    int priority = given_one ? attributes->priority : 0;
    int unsaid = given_one && attributes->inheritance == UNSAID;
    int id;
    if (unsaid) preempt_unknown_thread_priority("a priority in attributes without pthread_attr_setinheritsched");
    preempt_atomic_begin();
    id = preempt_spawn_through(run_thread, (void (*)(void))start, argument);
    if (id >= PREEMPT_THREADS) preempt_unmodelled("more than 32 threads");
    preempt_threads[id].status = detached ? THREAD_DETACHED : THREAD_JOINABLE;
    if (given_one) preempt_set_thread_priority(id, priority);
    preempt_atomic_end();
    /* The new thread may run before its creator knows its name. */
    *thread = (pthread_t)id;
    return 0;
}

void preempt_thread_ends(void *result) {
    struct preempt_thread *me = preempt_me();
    int held;
    if (preempt_keys_end) preempt_keys_end();
    preempt_atomic_begin();
    held = me->held;
    me->held = 0;
    if (me->status != THREAD_DETACHED) {
        me->status = THREAD_ENDED;
        me->result = result;
    }
    preempt_atomic_end();
    if (held != 0) preempt_misuse("the thread ends while it holds a lock");
}

void pthread_exit(void *result) {
    preempt_thread_ends(result);
    preempt_exit();
}

int pthread_join(pthread_t thread, void **result) {
    struct preempt_thread *other;
    void *value = NULL;
    int status;
    if (preempt_in_isr()) {
        preempt_misuse("an ISR must not wait for a thread");
        return EINVAL;
    }
    if (thread == pthread_self()) {
        preempt_misuse("the thread joins itself");
        return EDEADLK;
    }
    if ((unsigned long)thread >= PREEMPT_THREADS) {
        preempt_misuse("there is no such thread");
        return ESRCH;
    }
    other = &preempt_threads[(unsigned long)thread];
    preempt_atomic_begin();
    status = other->status;
    if (status == THREAD_JOINABLE || status == THREAD_ENDED || (status == THREAD_UNKNOWN && (unsigned long)thread == 0)) {
        preempt_waits_for(other);
        preempt_block_until(other->status == THREAD_ENDED);
        value = other->result;
        other->result = NULL;
        other->status = THREAD_JOINED;
        status = THREAD_ENDED;
    }
    preempt_atomic_end();
    switch (status) {
    case THREAD_ENDED:
        if (result != NULL) *result = value;
        return 0;
    case THREAD_DETACHED:
        preempt_misuse("the thread to join is detached");
        return EINVAL;
    case THREAD_JOINED:
        preempt_misuse("the thread to join was joined before");
        return ESRCH;
    default:
        preempt_misuse("there is no such thread");
        return ESRCH;
    }
}

int pthread_detach(pthread_t thread) {
    struct preempt_thread *other;
    int status;
    if ((unsigned long)thread >= PREEMPT_THREADS) {
        preempt_misuse("there is no such thread");
        return ESRCH;
    }
    other = &preempt_threads[(unsigned long)thread];
    preempt_atomic_begin();
    status = other->status;
    if (status != THREAD_JOINED) {
        other->status = THREAD_DETACHED;
        other->result = NULL;
    }
    preempt_atomic_end();
    if (status != THREAD_DETACHED && status != THREAD_JOINED) return 0;
    preempt_misuse("the thread to detach is detached or was joined");
    return EINVAL;
}

pthread_t pthread_self(void) {
    return (pthread_t)preempt_self();
}

int pthread_equal(pthread_t a, pthread_t b) {
    return a == b;
}

int pthread_cancel(pthread_t thread) {
    (void)thread;
    preempt_unmodelled("pthread_cancel");
    return 0;
}

/* Nobody is ever cancelled. */
void pthread_testcancel(void) {
}

int pthread_setcancelstate(int state, int *old) {
    (void)state;
    if (old != NULL) *old = PTHREAD_CANCEL_ENABLE;
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    (void)type;
    if (old != NULL) *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority) {
    preempt_set_thread_priority((int)thread, priority);
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
    (void)policy;
    preempt_set_thread_priority((int)thread, parameters->sched_priority);
    return 0;
}

/* ---- attributes ------------------------------------------------------------------------------------------------- */

/* Bytes: what Linux gives where nobody says otherwise. */
enum { DEFAULT_STACK = 8 << 20 };

int pthread_attr_init(pthread_attr_t *given) {
    struct attributes *attributes = (struct attributes *)given;
    attributes->detached = 0;
    attributes->inheritance = UNSAID;
    attributes->has_priority = 0;
    attributes->priority = 0;
    attributes->policy = SCHED_OTHER;
    attributes->scope = PTHREAD_SCOPE_SYSTEM;
    attributes->stack_size = DEFAULT_STACK;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *given) {
    (void)given;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *given, int state) {
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) return EINVAL;
    ((struct attributes *)given)->detached = state == PTHREAD_CREATE_DETACHED;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *given, int *state) {
    *state = ((const struct attributes *)given)->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *restrict given, const struct sched_param *restrict parameters) {
    ((struct attributes *)given)->priority = parameters->sched_priority;
    ((struct attributes *)given)->has_priority = 1;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict given, struct sched_param *restrict parameters) {
    parameters->sched_priority = ((const struct attributes *)given)->priority;
    return 0;
}

/* What follows is remembered, and has no effect. */

int pthread_attr_setstacksize(pthread_attr_t *given, size_t size) {
    ((struct attributes *)given)->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict given, size_t *restrict size) {
    *size = ((const struct attributes *)given)->stack_size;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *given, int inherit) {
    ((struct attributes *)given)->inheritance = inherit == PTHREAD_EXPLICIT_SCHED ? OWN : INHERITS;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *restrict given, int *restrict inherit) {
    *inherit =
        ((const struct attributes *)given)->inheritance == OWN ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *given, int policy) {
    ((struct attributes *)given)->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *restrict given, int *restrict policy) {
    *policy = ((const struct attributes *)given)->policy;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *given, int scope) {
    ((struct attributes *)given)->scope = scope;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *restrict given, int *restrict scope) {
    *scope = ((const struct attributes *)given)->scope;
    return 0;
}

/* ---- once ------------------------------------------------------------------------------------------------------- */

enum { ONCE_DONE = 2, ONCE_RUNS = 1, ONCE_NEVER = 0 };

int pthread_once(pthread_once_t *given, void (*function)(void)) {
    int *once = (int *)given;
    int first;
    preempt_atomic_begin();
    first = *once == ONCE_NEVER;
    if (first) *once = ONCE_RUNS;
    else {
        preempt_waits_for(once);
        preempt_block_until(*once == ONCE_DONE);
    }
    preempt_atomic_end();
    if (!first) return 0;
    function();
    preempt_atomic_begin();
    *once = ONCE_DONE;
    preempt_atomic_end();
    return 0;
}
