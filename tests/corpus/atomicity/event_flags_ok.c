/*
 * Event flags that an interrupt sets and the main loop takes: looking and clearing are one critical section that saves
 * PRIMASK and restores it.
 */
#include <core_cm4.h>

enum { EXTI0_IRQn = 6 };

#define LAMP (*(volatile uint32_t *)0x40020014UL)
#define EVENT_BUTTON 1U

static volatile uint32_t events;

void EXTI0_IRQHandler(void) {
    events |= EVENT_BUTTON;
}

static uint32_t take(uint32_t mask) {
    uint32_t taken;
    const uint32_t masked = __get_PRIMASK();

    __disable_irq();
    taken = events & mask;
    events &= ~mask;
    __set_PRIMASK(masked);
    return taken;
}

int main(void) {
    NVIC_EnableIRQ(EXTI0_IRQn);
    for (;;) {
        if (take(EVENT_BUTTON) != 0) LAMP = 1;
    }
}
