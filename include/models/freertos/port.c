/*
 * Preempt's port of FreeRTOS on the intrinsics of preempt.h: with it the kernel itself runs on the machine. A task is a
 * thread, and exactly the one that pxCurrentTCB names may run: it has the priority 1 and all others 0. What a context
 * switch does happens where the kernel asks for it and interrupts are open, as on Cortex-M: inside of a critical
 * section it waits for the end of that. In an interrupt it waits for the end of the interrupt.
 */
#include <stdlib.h>

#include "preempt.h"

#include "FreeRTOS.h"

#include "task.h"

/* The first word of a task control block points to the top of the task's stack. */
extern void *volatile pxCurrentTCB;

/* Interrupts stay out until the scheduler starts. */
static unsigned long uxNesting = 1;
static unsigned long uxYieldIsPending;

static int current_thread(void) { return (int)**(portSTACK_TYPE **)pxCurrentTCB; }

/* Interrupts are open for whoever goes on: no task is switched from inside of a critical section. */
static void switch_context(void) {
    int before = current_thread();
    int after;
    vTaskSwitchContext();
    after = current_thread();
    preempt_atomic_begin();
    if (before != after) {
        preempt_set_thread_priority(before, 0);
        preempt_set_thread_priority(after, 1);
    }
    preempt_unmask(PREEMPT_ALL_IRQS);
    preempt_atomic_end();
}

void vPortEnterCritical(void) {
    preempt_mask(PREEMPT_ALL_IRQS);
    uxNesting++;
}

void vPortExitCritical(void) {
    if (--uxNesting > 0) return;
    if (uxYieldIsPending) {
        uxYieldIsPending = 0;
        switch_context();
    } else {
        preempt_unmask(PREEMPT_ALL_IRQS);
    }
}

/* Interrupts do not nest here. */
unsigned long ulPortMaskFromISR(void) { return 0; }
void vPortUnmaskFromISR(unsigned long before) { (void)before; }

void vPortYield(void) {
    vPortEnterCritical();
    uxYieldIsPending = 1;
    vPortExitCritical();
}

void vPortYieldFromISR(void) { switch_context(); }

static void run_task(void (*entry)(void), void *argument) { ((void (*)(void *))entry)(argument); }

/* All that a stack has here is the number of the task's thread. */
portSTACK_TYPE *pxPortInitialiseStack(portSTACK_TYPE *top, pdTASK_CODE code, void *parameters) {
    int thread;
    preempt_atomic_begin();
    thread = preempt_spawn_through(run_task, (void (*)(void))code, parameters);
    preempt_set_thread_priority(thread, 0);
    preempt_atomic_end();
    *top = (portSTACK_TYPE)thread;
    return top;
}

/* The first task begins, and main never goes on. */
portBASE_TYPE xPortStartScheduler(void) {
    uxNesting = 0;
    uxYieldIsPending = 0;
    preempt_atomic_begin();
    preempt_set_thread_priority(current_thread(), 1);
    preempt_set_thread_priority(0, -1);
    preempt_unmask(PREEMPT_ALL_IRQS);
    preempt_atomic_end();
    return 0;
}

void vPortEndScheduler(void) {}

/* As heap_3.c does it. */
void *pvPortMalloc(size_t bytes) {
    void *memory;
    vTaskSuspendAll();
    memory = malloc(bytes);
    (void)xTaskResumeAll();
    return memory;
}

void vPortFree(void *memory) {
    if (memory == 0) return;
    vTaskSuspendAll();
    free(memory);
    (void)xTaskResumeAll();
}

/* Names of tasks. */
char *strncpy(char *to, const char *from, size_t bytes) {
    size_t n = 0;
    for (; n < bytes && from[n] != 0; n++) to[n] = from[n];
    for (; n < bytes; n++) to[n] = 0;
    return to;
}
