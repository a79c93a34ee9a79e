/* Where any thread may go on anywhere, to ask for it changes nothing; by priority it lets equals go on. */
#include "environment.h"
#include <sched.h>
#include <stddef.h>

int sched_yield(void) {
    preempt_yield();
    return 0;
}

/* Declared as another name of sched_yield where <pthread.h> has it. */
int pthread_yield(void) {
    preempt_yield();
    return 0;
}

int sched_get_priority_min(int policy) {
    return policy == SCHED_OTHER ? 0 : 1;
}

int sched_get_priority_max(int policy) {
    return policy == SCHED_OTHER ? 0 : 99;
}
