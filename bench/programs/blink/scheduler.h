/* A task queue as TinyOS has it: interrupts post tasks, main runs them in order, a task is in the queue at most once. */
#ifndef BLINK_SCHEDULER_H
#define BLINK_SCHEDULER_H

#include "platform.h"

enum task { TASK_FIRED, TASK_UPDATE, TASK_COUNT, NO_TASK = 0xff };

static volatile uint8_t task_first, task_last;
static volatile uint8_t task_after[TASK_COUNT];

static void scheduler_init(void) {
    task_first = NO_TASK;
    task_last = NO_TASK;
    for (uint8_t task = 0; task < TASK_COUNT; task++) task_after[task] = NO_TASK;
}

static int task_is_waiting(uint8_t task) {
    return task_after[task] != NO_TASK || task_last == task;
}

/* To be called with interrupts kept out, or by the most urgent one. */
static void task_post(uint8_t task) {
    if (task_is_waiting(task)) return;
    if (task_first == NO_TASK)
        task_first = task;
    else
        task_after[task_last] = task;
    task_last = task;
}

/* The task that waits longest, taken out of the queue; or NO_TASK. */
static uint8_t task_take(void) {
    const uint8_t task = task_first;

    if (task == NO_TASK) return NO_TASK;
    task_first = task_after[task];
    if (task_first == NO_TASK) task_last = NO_TASK;
    task_after[task] = NO_TASK;
    return task;
}

#endif
