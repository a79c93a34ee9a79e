/*
 * A value is pushed into a hardware queue inside of a critical section of the caller. Its own critical section
 * restores the PRIMASK that it found.
 */
#include <core_cm4.h>

enum { EXTI0_IRQn = 6 };

#define VALVE (*(volatile uint32_t *)0x40020014UL)
#define FIFO (*(volatile uint32_t *)0x4000C000UL)

static volatile uint32_t level = 4;
static volatile uint32_t pushed;

void EXTI0_IRQHandler(void) {
    level++;
}

static void push(uint32_t value) {
    const uint32_t masked = __get_PRIMASK();
    __disable_irq();
    FIFO = value;
    pushed++;
    __set_PRIMASK(masked);
}

int main(void) {
    NVIC_EnableIRQ(EXTI0_IRQn);
    __disable_irq();
    push(level);
    VALVE = level;
    __enable_irq();
    return 0;
}
