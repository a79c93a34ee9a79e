/*
 * A value is pushed into a hardware queue inside of a critical section of the caller. Its own critical section ends
 * with __enable_irq, whatever the state was before, and so ends the caller's.
 */
// expect a: atomicity RWR level harmful
#include <core_cm4.h>

enum { EXTI0_IRQn = 6 };

#define VALVE (*(volatile uint32_t *)0x40020014UL)
#define FIFO (*(volatile uint32_t *)0x4000C000UL)

static volatile uint32_t level = 4;
static volatile uint32_t pushed;

void EXTI0_IRQHandler(void) {
    level++; // a.2
}

static void push(uint32_t value) {
    __disable_irq();
    FIFO = value;
    pushed++;
    __enable_irq();
}

int main(void) {
    NVIC_EnableIRQ(EXTI0_IRQn);
    __disable_irq();
    push(level); // a.1
    VALVE = level; // a.3
    __enable_irq();
    return 0;
}
