/*
 * States of a FreeRTOS kernel in which its functions are called, and how they are called, for --confirm. There is one
 * queue with two places, two tasks of the same priority that call what is tried, a task that waits for the queue or is
 * ready, and one that is suspended; the idle task is the kernel's own.
 */
#include "preempt-library.h"

#include "FreeRTOS.h"

#include "queue.h"
#include "task.h"

#ifdef PREEMPT_FREERTOS_SINCE_V8
typedef TaskHandle_t task_handle;
typedef QueueHandle_t queue_handle;
#define TASK_NAME(name) name
#else
typedef xTaskHandle task_handle;
typedef xQueueHandle queue_handle;
#define TASK_NAME(name) ((const signed char *)name)
#endif

#define ORDINARY 2
#define URGENT 3
#define STACK 8

static queue_handle queue;
static task_handle first, second, waiting, suspended, created;
static long sent = 7, received;
static unsigned long patience;

static void first_task(void *argument) {
    (void)argument;
    preempt_call_first();
    for (;;) taskYIELD();
}

static void second_task(void *argument) {
    (void)argument;
    preempt_call_second();
    for (;;) taskYIELD();
}

static void idle_task(void *argument) {
    (void)argument;
    for (;;) taskYIELD();
}

static void suspended_task(void *argument) {
    (void)argument;
    for (;;) vTaskSuspend(NULL);
}

static void receiving_task(void *argument) {
    long item;
    (void)argument;
    for (;;)
        if (xQueueReceive(queue, &item, patience) == pdTRUE) vTaskDelay(100);
}

static void sending_task(void *argument) {
    (void)argument;
    for (;;)
        if (xQueueSend(queue, &sent, patience) == pdTRUE) vTaskDelay(100);
}

struct state {
    unsigned long items, item_size;
    void (*third)(void *);
    unsigned long priority, patience;
};

static void begin(struct state state) {
    preempt_set_thread_priority(0, 2);
    patience = state.patience;
    queue = xQueueCreate(2, state.item_size);
    vQueueAddToRegistry(queue, (void *)"q");
    for (; state.items > 0; state.items--) (void)xQueueSend(queue, &sent, 0);
    (void)xTaskCreate(state.third, TASK_NAME("w"), STACK, NULL, state.priority, &waiting);
    (void)xTaskCreate(suspended_task, TASK_NAME("s"), STACK, NULL, URGENT, &suspended);
    (void)xTaskCreate(second_task, TASK_NAME("2"), STACK, NULL, ORDINARY, &second);
    (void)xTaskCreate(first_task, TASK_NAME("1"), STACK, NULL, ORDINARY, &first);
    vTaskStartScheduler();
}

void set_up_one_item(void) { begin((struct state){1, sizeof(long), idle_task, 1, 0}); }
void set_up_empty_queue(void) { begin((struct state){0, sizeof(long), idle_task, 1, 0}); }
void set_up_full_queue(void) { begin((struct state){2, sizeof(long), idle_task, 1, 0}); }
void set_up_semaphore(void) { begin((struct state){1, 0, idle_task, 1, 0}); }
void set_up_receiver_waits(void) { begin((struct state){0, sizeof(long), receiving_task, URGENT, 1}); }
void set_up_receiver_waits_long(void) { begin((struct state){0, 0, receiving_task, URGENT, 50}); }
void set_up_sender_waits(void) { begin((struct state){2, sizeof(long), sending_task, URGENT, 1}); }
void set_up_sender_waits_long(void) { begin((struct state){2, 0, sending_task, URGENT, 50}); }

/* ---- tasks ------------------------------------------------------------------------------------------------------ */

void create_task(void) { (void)xTaskCreate(idle_task, TASK_NAME("c"), STACK, NULL, 1, &created); }
void delete_waiting(void) { vTaskDelete(waiting); }
void delete_suspended(void) { vTaskDelete(suspended); }
void delay(void) { vTaskDelay(1); }
void get_priority(void) { (void)uxTaskPriorityGet(waiting); }
void get_first_priority(void) { (void)uxTaskPriorityGet(first); }
void set_waiting_priority(void) { vTaskPrioritySet(waiting, 1); }
void set_first_priority(void) { vTaskPrioritySet(first, URGENT); }
void set_second_priority(void) { vTaskPrioritySet(second, URGENT); }
void suspend_waiting(void) { vTaskSuspend(waiting); }
void suspend_itself(void) { vTaskSuspend(NULL); }
void resume_suspended(void) { vTaskResume(suspended); }
void get_tick_count(void) { (void)xTaskGetTickCount(); }
void count_tasks(void) { (void)uxTaskGetNumberOfTasks(); }

#ifdef PREEMPT_FREERTOS_SINCE_V8
void delay_until(void) {
    TickType_t since = xTaskGetTickCount();
    (void)xTaskDelayUntil(&since, 1);
}
#else
void delay_until(void) {
    portTickType since = xTaskGetTickCount();
    vTaskDelayUntil(&since, 1);
}
#endif

/* ---- queues ----------------------------------------------------------------------------------------------------- */

void create_queue(void) { (void)xQueueCreate(1, sizeof(long)); }
void delete_queue(void) { vQueueDelete(queue); }
void send(void) { (void)xQueueSend(queue, &sent, 0); }
void send_to_front(void) { (void)xQueueSendToFront(queue, &sent, 0); }
void send_or_wait(void) { (void)xQueueSend(queue, &sent, 1); }
void receive(void) { (void)xQueueReceive(queue, &received, 0); }
void receive_or_wait(void) { (void)xQueueReceive(queue, &received, 1); }
void count_messages(void) { (void)uxQueueMessagesWaiting(queue); }
void add_to_registry(void) { vQueueAddToRegistry(queue, (void *)"q"); }
void add_other_to_registry(void) { vQueueAddToRegistry((queue_handle)&sent, (void *)"o"); }
#ifdef PREEMPT_FREERTOS_SINCE_V8
void remove_from_registry(void) { vQueueUnregisterQueue(queue); }
#else
void peek(void) { (void)xQueuePeek(queue, &received, 0); }
#endif

/* ---- in interrupts ---------------------------------------------------------------------------------------------- */

static void yield_if(long is_wanted) {
    if (is_wanted) vPortYieldFromISR();
}

#ifdef PREEMPT_FREERTOS_SINCE_V8
void tick(void) { yield_if(xTaskIncrementTick()); }
#else
void tick(void) {
    vTaskIncrementTick();
    vPortYieldFromISR();
}
#endif
void resume_from_isr(void) { yield_if(xTaskResumeFromISR(suspended)); }
void resume_first_from_isr(void) { yield_if(xTaskResumeFromISR(first)); }
void get_tick_count_from_isr(void) { (void)xTaskGetTickCountFromISR(); }
void send_from_isr(void) {
    portBASE_TYPE woken = pdFALSE;
    (void)xQueueSendFromISR(queue, &sent, &woken);
    yield_if(woken);
}
void receive_from_isr(void) {
    portBASE_TYPE woken = pdFALSE;
    (void)xQueueReceiveFromISR(queue, &received, &woken);
    yield_if(woken);
}
void count_messages_from_isr(void) { (void)uxQueueMessagesWaitingFromISR(queue); }
void is_empty_from_isr(void) { (void)xQueueIsQueueEmptyFromISR(queue); }
void is_full_from_isr(void) { (void)xQueueIsQueueFullFromISR(queue); }
