/*
 * States in which the kernel's functions are called, and how they are called, for `preempt library --confirm`: two tasks
 * of one priority that call what is tried, one that is suspended, one that waits for a queue, and an idle one.
 */
#include "port.h"
#include "preempt-library.h"

#define IDLE 0
#define ORDINARY 1
#define URGENT 2

static struct queue *queue;
static struct task *first, *suspended;
static int item;

static void idle_task(void *argument) {
    (void)argument;
    for (;;) port_yield();
}

static void first_task(void *argument) {
    (void)argument;
    preempt_call_first();
    for (;;) port_yield();
}

static void second_task(void *argument) {
    (void)argument;
    preempt_call_second();
    for (;;) port_yield();
}

static void receiving_task(void *argument) {
    int received;
    (void)argument;
    for (;;) queue_receive(queue, &received, 100);
}

static struct task *add(void (*entry)(void *), unsigned priority) {
    port_entry(entry);
    return task_create(priority);
}

static void begin(int receiver_waits) {
    preempt_set_thread_priority(0, 2);
    queue = queue_create();
    add(idle_task, IDLE);
    suspended = add(idle_task, ORDINARY);
    task_suspend(suspended);
    if (receiver_waits) {
        add(receiving_task, URGENT);
        registry_add(queue, "queue");
    }
    add(second_task, ORDINARY);
    first = add(first_task, ORDINARY);
    port_entry(idle_task);
    port_start();
}

void set_up_empty_queue(void) { begin(0); }
void set_up_receiver_waits(void) { begin(1); }

void create_task(void) { task_create(IDLE); }
void delete_suspended(void) { task_delete(suspended); }
void delay(void) { task_delay(1); }
void suspend_other(void) { task_suspend(suspended); }
void resume(void) { task_resume(suspended); }
void set_priority(void) { task_set_priority(first, URGENT); }
void get_priority(void) { (void)task_get_priority(first); }
void count_tasks(void) { (void)task_count(); }
void get_ticks(void) { (void)tick_get(); }
void create_queue(void) { (void)queue_create(); }
void delete_queue(void) { queue_delete(queue); }
void send(void) { (void)queue_send(queue, 1, 0); }
void receive(void) { (void)queue_receive(queue, &item, 0); }
void receive_or_wait(void) { (void)queue_receive(queue, &item, 1); }
void count_items(void) { (void)queue_waiting(queue); }
void register_queue(void) { registry_add(queue, "queue"); }
void register_other(void) { registry_add((struct queue *)&item, "other"); }
void unregister_queue(void) { registry_remove(queue); }

void tick(void) {
    tick_handler();
    port_switch();
}
void get_ticks_from_isr(void) { (void)tick_get_from_isr(); }
void resume_from_isr(void) {
    task_resume_from_isr(suspended);
    port_switch();
}
void send_from_isr(void) {
    (void)queue_send_from_isr(queue, 2);
    port_switch();
}
void receive_from_isr(void) { (void)queue_receive_from_isr(queue, &item); }
void is_empty_from_isr(void) { (void)queue_is_empty_from_isr(queue); }
