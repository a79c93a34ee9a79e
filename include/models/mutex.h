/* The state of a mutex, for locks and conditions. Both functions are called inside of an atomic section. */
#ifndef PREEMPT_MUTEX_H
#define PREEMPT_MUTEX_H

#include "environment.h"
#include <pthread.h>

struct mutex {
    /* The thread's id and 1. */
    int owner;
    /* How often it was locked beyond the first time. */
    unsigned depth;
#ifndef __GLIBC__
    int type;
#endif
};

/* Static initialisers of recursive mutexes put the type where the C library has it. */
#ifdef __GLIBC__
#define TYPE_OF(given) ((given)->__data.__kind)
#else
#define TYPE_OF(given) (((struct mutex *)(given))->type)
#endif

static inline void preempt_take(pthread_mutex_t *given) {
    struct mutex *mutex = (struct mutex *)given;
    mutex->owner = preempt_self() + 1;
    preempt_me()->held++;
    preempt_acquired(given);
}

static inline void preempt_give(pthread_mutex_t *given) {
    struct mutex *mutex = (struct mutex *)given;
    if (mutex->depth > 0) {
        mutex->depth--;
        return;
    }
    mutex->owner = NOBODY;
    preempt_me()->held--;
    preempt_released(given);
}

#endif
