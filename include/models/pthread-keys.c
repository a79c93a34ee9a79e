/*
 * Thread-specific data of POSIX threads. Destructors run once for each value that is left when a thread ends; values
 * that they set themselves stay.
 */
#include "environment.h"
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#define KEYS 8

static struct {
    unsigned char used;
    void (*destructor)(void *);
} keys[KEYS];

static void *specific[PREEMPT_THREADS][KEYS];

static void **my_values(void) {
    return specific[preempt_me() - preempt_threads];
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    int found = 0;
    preempt_atomic_begin();
    while (found < KEYS && keys[found].used) found++;
    if (found == KEYS) preempt_unmodelled("more than 8 keys of thread-specific data");
    keys[found].used = 1;
    keys[found].destructor = destructor;
    preempt_atomic_end();
    *key = (pthread_key_t)found;
    return 0;
}

int pthread_key_delete(pthread_key_t key) {
    int thread;
    if (key >= KEYS) return EINVAL;
    preempt_atomic_begin();
    for (thread = 0; thread < PREEMPT_THREADS; thread++) specific[thread][key] = NULL;
    keys[key].used = 0;
    keys[key].destructor = 0;
    preempt_atomic_end();
    return 0;
}

void *pthread_getspecific(pthread_key_t key) {
    void *value;
    if (key >= KEYS) return NULL;
    preempt_atomic_begin();
    value = my_values()[key];
    preempt_atomic_end();
    return value;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= KEYS) return EINVAL;
    preempt_atomic_begin();
    my_values()[key] = (void *)value;
    preempt_atomic_end();
    return 0;
}

void preempt_keys_end(void) {
    void **mine = my_values();
    int key = 0;
    for (;;) {
        void (*destructor)(void *) = 0;
        void *value = NULL;
        preempt_atomic_begin();
        for (; key < KEYS && !destructor; key++) {
            if (mine[key] == NULL) continue;
            value = mine[key];
            destructor = keys[key].destructor;
            mine[key] = NULL;
        }
        preempt_atomic_end();
        if (!destructor) return;
        destructor(value);
    }
}
