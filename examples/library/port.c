/*
 * What the kernel asks of the machine that it runs on, for `preempt library --confirm`: interrupts, lists, a heap, and
 * switches between tasks, on the intrinsics of preempt.h. A task is a thread, and exactly the one that runs has the
 * priority 1. A switch that is asked for while interrupts are locked happens when they are unlocked.
 */
#include "port.h"

#include <stdlib.h>

#include "preempt.h"

/* Interrupts stay locked until the first task begins. */
static unsigned lock_depth = 1, is_switch_pending;
static struct task *running;
static void (*entry_of_next)(void *);

void port_entry(void (*entry)(void *)) { entry_of_next = entry; }

void port_prepare(struct task *task) {
    preempt_atomic_begin();
    task->thread = preempt_spawn(entry_of_next, 0);
    preempt_set_thread_priority(task->thread, 0);
    preempt_atomic_end();
}

/* Interrupts are unlocked for whoever goes on. */
void port_switch(void) {
    struct task *before = running;
    running = task_switch();
    preempt_atomic_begin();
    if (before != running) {
        preempt_set_thread_priority(before->thread, 0);
        preempt_set_thread_priority(running->thread, 1);
    }
    preempt_unmask(PREEMPT_ALL_IRQS);
    preempt_atomic_end();
}

void port_start(void) {
    lock_depth = is_switch_pending = 0;
    running = task_switch();
    preempt_atomic_begin();
    preempt_set_thread_priority(running->thread, 1);
    preempt_set_thread_priority(0, -1);
    preempt_unmask(PREEMPT_ALL_IRQS);
    preempt_atomic_end();
}

void irq_lock(void) {
    preempt_mask(PREEMPT_ALL_IRQS);
    lock_depth++;
}

void irq_unlock(void) {
    if (--lock_depth > 0) return;
    if (is_switch_pending) {
        is_switch_pending = 0;
        port_switch();
    } else {
        preempt_unmask(PREEMPT_ALL_IRQS);
    }
}

void port_yield(void) {
    irq_lock();
    is_switch_pending = 1;
    irq_unlock();
}

void *heap_alloc(unsigned bytes) { return calloc(1, bytes); }
void heap_free(void *memory) { free(memory); }

void list_insert(struct list *list, struct node *node) {
    node->next = list->first;
    node->previous = 0;
    if (list->first != 0) list->first->previous = node;
    list->first = node;
    list->count++;
}

void list_remove(struct list *list, struct node *node) {
    if (node->previous != 0)
        node->previous->next = node->next;
    else if (list->first == node)
        list->first = node->next;
    else
        return;
    if (node->next != 0) node->next->previous = node->previous;
    node->next = node->previous = 0;
    list->count--;
}
