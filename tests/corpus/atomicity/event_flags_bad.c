/*
 * Event flags that an interrupt sets and the main loop takes. A press that arrives after the flags were looked at is
 * cleared unseen, and one that arrives inside `events &= …` is overwritten. Each of the two is no worse than the other,
 * so harm is not shown for either: a press right before the one is lost as well, by the other.
 */
// expect seen: atomicity RWR events not-shown-harmful
// expect lost: atomicity RWW events not-shown-harmful
#include <core_cm4.h>

enum { EXTI0_IRQn = 6 };

#define LAMP (*(volatile uint32_t *)0x40020014UL)
#define EVENT_BUTTON 1U

static volatile uint32_t events;

void EXTI0_IRQHandler(void) {
    events |= EVENT_BUTTON; // seen.2 lost.2
}

static uint32_t take(uint32_t mask) {
    uint32_t taken;

    taken = events & mask; // seen.1
    events &= ~mask; // seen.3 lost.1 lost.3
    return taken;
}

int main(void) {
    NVIC_EnableIRQ(EXTI0_IRQn);
    for (;;) {
        if (take(EVENT_BUTTON) != 0) LAMP = 1;
    }
}
