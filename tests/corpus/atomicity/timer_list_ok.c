/*
 * A software timer is inserted at the head of a list from which the tick interrupt removes what has expired. The tick
 * is kept out while the list changes.
 */
#include <core_cm4.h>

struct timer {
    struct timer *volatile next;
    volatile uint32_t ticks;
};

static struct timer blink = {0, 1};
static struct timer poll = {0, 5};
static struct timer *volatile timers = &blink;

void SysTick_Handler(void) {
    struct timer *const first = timers;

    if (first != 0 && --first->ticks == 0) {
        timers = first->next;
    }
}

static void insert(struct timer *t) {
    __disable_irq();
    t->next = timers;
    timers = t;
    __enable_irq();
}

int main(void) {
    SysTick_Config(84000);
    insert(&poll);
    return 0;
}
