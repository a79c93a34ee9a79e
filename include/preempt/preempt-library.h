/*
 * For the set-ups of `preempt library --confirm`. A set-up brings a library into a state and lets two tasks begin; one of
 * them calls preempt_call_first, the other preempt_call_second. Both come back when the library does. The program ends
 * when both have come back; a task that is back before gives way to the other one, for ever.
 */
#ifndef PREEMPT_LIBRARY_H
#define PREEMPT_LIBRARY_H

#include "preempt.h"

void preempt_call_first(void);
void preempt_call_second(void);

#endif
