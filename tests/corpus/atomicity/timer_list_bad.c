/*
 * A software timer is inserted at the head of a list from which the tick interrupt removes what has expired. If it
 * does so between the read and the write of the head, the removed timer is back in the list.
 */
// expect a: atomicity RWW timers harmful
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
        timers = first->next; // a.2
    }
}

static void insert(struct timer *t) {
    t->next = timers; // a.1
    timers = t; // a.3
}

int main(void) {
    SysTick_Config(84000);
    insert(&poll);
    return 0;
}
