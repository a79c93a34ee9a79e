/*
 * BASEPRI keeps out interrupts up to a priority while counters are taken. The ceiling is the priority of the most
 * urgent interrupt that uses them.
 */
#include <core_cm4.h>

enum { EXTI0_IRQn = 6, TIM2_IRQn = 28 };

#define FREQUENCY (*(volatile uint32_t *)0x40020014UL)
#define EDGE_PRIORITY 3U
#define TICK_PRIORITY 5U
#define CEILING EDGE_PRIORITY

static volatile uint32_t edges = 7;
static volatile uint32_t ticks = 2;

void EXTI0_IRQHandler(void) {
    edges++;
}

void TIM2_IRQHandler(void) { ticks++; }

int main(void) {
    NVIC_SetPriority(EXTI0_IRQn, EDGE_PRIORITY);
    NVIC_SetPriority(TIM2_IRQn, TICK_PRIORITY);
    NVIC_EnableIRQ(EXTI0_IRQn);
    NVIC_EnableIRQ(TIM2_IRQn);

    __set_BASEPRI(CEILING << (8U - __NVIC_PRIO_BITS));
    FREQUENCY = edges * 1000U / ticks;
    edges = 0;
    ticks = 0;
    __set_BASEPRI(0);
    return 0;
}
