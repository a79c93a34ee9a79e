#ifndef PREEMPT_LIBC_SCHED_H
#define PREEMPT_LIBC_SCHED_H

#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2

struct sched_param {
    int sched_priority;
};

int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters);
int sched_yield(void);

#ifdef __cplusplus
}
#endif
#endif
