/* A small real-time kernel: tasks with priorities, delays, and queues. Made for `preempt library`. */
#ifndef KERNEL_H
#define KERNEL_H

#define PRIORITIES 4
#define QUEUE_LENGTH 8
#define REGISTRY_SIZE 4

struct node {
    struct node *next, *previous;
    struct task *owner;
};

struct list {
    struct node *first;
    unsigned count;
};

struct task {
    struct node link;  /* in the ready, delayed or suspended list */
    struct node event; /* in the list of a queue, or the pending list */
    unsigned priority;
    unsigned wake;
    int thread; /* the port's */
};

struct queue {
    int items[QUEUE_LENGTH];
    unsigned head, count;
    struct list waiting_send, waiting_receive;
    /* -1: unlocked; otherwise what interrupts have done meanwhile. */
    int rx_lock, tx_lock;
};

/* The port: interrupts off, nested; on again; a switch to another task. */
void irq_lock(void);
void irq_unlock(void);
void port_yield(void);
/* A task gets what it needs to run; who runs now, with interrupts locked or in one. */
void port_prepare(struct task *task);
struct task *task_switch(void);
void *heap_alloc(unsigned bytes);
void heap_free(void *memory);

/* list.c of a larger kernel. */
void list_insert(struct list *list, struct node *node);
void list_remove(struct list *list, struct node *node);

/* For tasks. */
struct task *task_create(unsigned priority);
void task_delete(struct task *task);
void task_delay(unsigned ticks);
void task_suspend(struct task *task);
void task_resume(struct task *task);
void task_set_priority(struct task *task, unsigned priority);
unsigned task_get_priority(struct task *task);
unsigned task_count(void);
unsigned tick_get(void);
struct queue *queue_create(void);
void queue_delete(struct queue *queue);
int queue_send(struct queue *queue, int item, unsigned ticks);
int queue_receive(struct queue *queue, int *item, unsigned ticks);
unsigned queue_waiting(struct queue *queue);
void registry_add(struct queue *queue, const char *name);
void registry_remove(struct queue *queue);

/* For interrupt handlers. */
void tick_handler(void);
unsigned tick_get_from_isr(void);
void task_resume_from_isr(struct task *task);
int queue_send_from_isr(struct queue *queue, int item);
int queue_receive_from_isr(struct queue *queue, int *item);
int queue_is_empty_from_isr(struct queue *queue);

#endif
