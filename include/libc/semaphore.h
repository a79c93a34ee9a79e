#ifndef PREEMPT_LIBC_SEMAPHORE_H
#define PREEMPT_LIBC_SEMAPHORE_H

#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    unsigned value;
} sem_t;

#define SEM_FAILED ((sem_t *)0)

int sem_close(sem_t *semaphore);
int sem_destroy(sem_t *semaphore);
int sem_getvalue(sem_t *__restrict semaphore, int *__restrict value);
int sem_init(sem_t *semaphore, int shared, unsigned value);
sem_t *sem_open(const char *name, int flags, ...);
int sem_post(sem_t *semaphore);
int sem_timedwait(sem_t *__restrict semaphore, const struct timespec *__restrict deadline);
int sem_trywait(sem_t *semaphore);
int sem_unlink(const char *name);
int sem_wait(sem_t *semaphore);

#ifdef __cplusplus
}
#endif
#endif
