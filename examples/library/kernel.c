/*
 * The kernel, with four faults, each marked FAULT; -DFIXED is its twin without them. Three things keep accesses apart:
 * interrupts are locked; or the scheduler is suspended, and then interrupts leave the lists of tasks alone and use the
 * pending list; or a queue is locked, and then interrupts leave its lists alone and count in its locks.
 */
#include "kernel.h"

static struct list ready[PRIORITIES], delayed, suspended_tasks, pending;
static unsigned top_priority, tick_count, missed_ticks, tasks;
static volatile unsigned scheduler_suspended;
static struct task *volatile current;

static struct {
    struct queue *queue;
    const char *name;
} registry[REGISTRY_SIZE];

/* ---- the scheduler ---------------------------------------------------------------------------------------------- */

static void make_ready(struct task *task) {
    if (task->priority > top_priority) top_priority = task->priority;
    list_insert(&ready[task->priority], &task->link);
}

static void advance_tick(void) {
    tick_count++;
    while (delayed.count > 0 && delayed.first->owner->wake <= tick_count) {
        struct task *task = delayed.first->owner;
        list_remove(&delayed, &task->link);
        make_ready(task);
    }
}

static void scheduler_suspend(void) { scheduler_suspended++; }

static void scheduler_resume(void) {
    irq_lock();
    scheduler_suspended--;
    if (scheduler_suspended == 0) {
        while (pending.count > 0) {
            struct task *task = pending.first->owner;
            list_remove(&pending, &task->event);
            make_ready(task);
        }
        for (; missed_ticks > 0; missed_ticks--) advance_tick();
    }
    irq_unlock();
}

/* The running task waits for an event, a time, or both. The scheduler is suspended. */
static void block_current(struct list *event, unsigned ticks) {
    if (event != 0) list_insert(event, &current->event);
    list_remove(&ready[current->priority], &current->link);
    current->wake = tick_count + ticks;
    list_insert(&delayed, &current->link);
}

/* The first task that waits there goes on. */
static void unblock(struct list *event) {
    struct task *task;
    if (event->count == 0) return;
    task = event->first->owner;
    list_remove(event, &task->event);
    if (scheduler_suspended == 0) {
        list_remove(&delayed, &task->link);
        make_ready(task);
    } else {
        list_insert(&pending, &task->event);
    }
}

/* ---- tasks ------------------------------------------------------------------------------------------------------ */

struct task *task_create(unsigned priority) {
    struct task *task = heap_alloc(sizeof *task);
    if (task == 0) return 0;
    task->priority = priority;
    task->link.owner = task->event.owner = task;
    port_prepare(task);
    irq_lock();
    tasks++;
    make_ready(task);
    irq_unlock();
    port_yield();
    return task;
}

void task_delete(struct task *task) {
    irq_lock();
    list_remove(&ready[task->priority], &task->link);
    tasks--;
    irq_unlock();
    port_yield();
}

void task_delay(unsigned ticks) {
    scheduler_suspend();
    block_current(0, ticks);
    scheduler_resume();
    port_yield();
}

void task_suspend(struct task *task) {
    irq_lock();
    list_remove(&ready[task->priority], &task->link);
    list_insert(&suspended_tasks, &task->link);
    irq_unlock();
    port_yield();
}

void task_resume(struct task *task) {
    irq_lock();
    list_remove(&suspended_tasks, &task->link);
    make_ready(task);
    irq_unlock();
}

void task_resume_from_isr(struct task *task) {
    list_remove(&suspended_tasks, &task->link);
#ifdef FIXED
    if (scheduler_suspended == 0)
        make_ready(task);
    else
        list_insert(&pending, &task->event);
#else
    make_ready(task); /* FAULT: a task may be at the ready list, with the scheduler suspended. */
#endif
}

void task_set_priority(struct task *task, unsigned priority) {
    irq_lock();
    list_remove(&ready[task->priority], &task->link);
    task->priority = priority;
    make_ready(task);
    irq_unlock();
}

unsigned task_get_priority(struct task *task) {
    unsigned priority;
#ifdef FIXED
    irq_lock();
    priority = task->priority;
    irq_unlock();
#else
    priority = task->priority; /* FAULT: nothing keeps task_set_priority out. */
#endif
    return priority;
}

unsigned task_count(void) {
    unsigned count;
    irq_lock();
    count = tasks;
    irq_unlock();
    return count;
}

unsigned tick_get(void) {
    unsigned ticks;
    irq_lock();
    ticks = tick_count;
    irq_unlock();
    return ticks;
}

unsigned tick_get_from_isr(void) { return tick_count; }

void tick_handler(void) {
    if (scheduler_suspended == 0)
        advance_tick();
    else
        missed_ticks++;
}

/* ---- queues ----------------------------------------------------------------------------------------------------- */

static void put(struct queue *queue, int item) {
    queue->items[(queue->head + queue->count) % QUEUE_LENGTH] = item;
    queue->count++;
}

static int take(struct queue *queue) {
    int item = queue->items[queue->head];
    queue->head = (queue->head + 1) % QUEUE_LENGTH;
    queue->count--;
    return item;
}

static void queue_lock(struct queue *queue) {
    irq_lock();
    if (queue->rx_lock == -1) queue->rx_lock = 0;
    if (queue->tx_lock == -1) queue->tx_lock = 0;
    irq_unlock();
}

/* Does what interrupts have left to be done. */
static void queue_unlock(struct queue *queue) {
    irq_lock();
    for (; queue->tx_lock > 0; queue->tx_lock--) unblock(&queue->waiting_receive);
    queue->tx_lock = -1;
    irq_unlock();
    irq_lock();
    for (; queue->rx_lock > 0; queue->rx_lock--) unblock(&queue->waiting_send);
    queue->rx_lock = -1;
    irq_unlock();
}

struct queue *queue_create(void) {
    struct queue *queue = heap_alloc(sizeof *queue);
    if (queue == 0) return 0;
    queue->head = queue->count = 0;
    queue->waiting_send.count = queue->waiting_receive.count = 0;
    queue->rx_lock = queue->tx_lock = -1;
    return queue;
}

void queue_delete(struct queue *queue) {
    irq_lock();
    heap_free(queue);
    irq_unlock();
}

int queue_send(struct queue *queue, int item, unsigned ticks) {
    for (;;) {
        unsigned count;
        irq_lock();
        if (queue->count < QUEUE_LENGTH) {
            put(queue, item);
            unblock(&queue->waiting_receive);
            irq_unlock();
            return 1;
        }
        irq_unlock();
        if (ticks == 0) return 0;
        scheduler_suspend();
        queue_lock(queue);
        irq_lock();
        count = queue->count;
        irq_unlock();
        if (count == QUEUE_LENGTH) block_current(&queue->waiting_send, ticks);
        queue_unlock(queue);
        scheduler_resume();
        port_yield();
    }
}

int queue_receive(struct queue *queue, int *item, unsigned ticks) {
    for (;;) {
        unsigned count;
        irq_lock();
        if (queue->count > 0) {
            *item = take(queue);
            unblock(&queue->waiting_send);
            irq_unlock();
            return 1;
        }
        irq_unlock();
        if (ticks == 0) return 0;
        scheduler_suspend();
        queue_lock(queue);
        irq_lock();
        count = queue->count;
        irq_unlock();
        if (count == 0) block_current(&queue->waiting_receive, ticks);
        queue_unlock(queue);
        scheduler_resume();
        port_yield();
    }
}

unsigned queue_waiting(struct queue *queue) {
    unsigned count;
    irq_lock();
    count = queue->count;
    irq_unlock();
    return count;
}

int queue_send_from_isr(struct queue *queue, int item) {
    if (queue->count == QUEUE_LENGTH) return 0;
    put(queue, item);
#ifdef FIXED
    if (queue->tx_lock == -1)
        unblock(&queue->waiting_receive);
    else
        queue->tx_lock++;
#else
    unblock(&queue->waiting_receive); /* FAULT: the queue may be locked. */
#endif
    return 1;
}

int queue_receive_from_isr(struct queue *queue, int *item) {
    if (queue->count == 0) return 0;
    *item = take(queue);
    if (queue->rx_lock == -1)
        unblock(&queue->waiting_send);
    else
        queue->rx_lock++;
    return 1;
}

int queue_is_empty_from_isr(struct queue *queue) { return queue->count == 0; }

/* ---- the registry, for debuggers -------------------------------------------------------------------------------- */

/* FAULT: nothing protects the registry. */
static void registry_enter(void) {
#ifdef FIXED
    irq_lock();
#endif
}

static void registry_leave(void) {
#ifdef FIXED
    irq_unlock();
#endif
}

void registry_add(struct queue *queue, const char *name) {
    registry_enter();
    for (unsigned i = 0; i < REGISTRY_SIZE; i++) {
        if (registry[i].name == 0) {
            registry[i].name = name;
            registry[i].queue = queue;
            break;
        }
    }
    registry_leave();
}

void registry_remove(struct queue *queue) {
    registry_enter();
    for (unsigned i = 0; i < REGISTRY_SIZE; i++) {
        if (registry[i].queue == queue) {
            registry[i].name = 0;
            registry[i].queue = 0;
            break;
        }
    }
    registry_leave();
}

/* ---- for the port ----------------------------------------------------------------------------------------------- */

/* Who runs now: of the ready tasks with the highest priority, another one than before if there is one. */
struct task *task_switch(void) {
    unsigned p = PRIORITIES;
    if (scheduler_suspended != 0) return current;
    while (p-- > 0) {
        struct node *node = ready[p].first;
        if (node == 0) continue;
        if (node->owner == current && node->next != 0) node = node->next;
        return current = node->owner;
    }
    return current;
}
