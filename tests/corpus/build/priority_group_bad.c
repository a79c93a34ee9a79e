/*
 * Two handlers count the same errors. Priorities are split: the upper two bits of four say who preempts whom. The timer
 * is in a more urgent group.
 */
// expect a: atomicity RWW errors harmful
#include <core_cm4.h>

typedef enum { TIM2_IRQn = 28, USART1_IRQn = 37 } IrqNumber;

static volatile uint32_t errors;

void TIM2_IRQHandler(void) {
    errors++; // a.2
}

void USART1_IRQHandler(void) {
    errors++; // a.1 a.3
}

int main(void) {
    NVIC_SetPriorityGrouping(5);
    NVIC_SetPriority(TIM2_IRQn, 3);
    NVIC_SetPriority(USART1_IRQn, 6);
    NVIC_EnableIRQ(TIM2_IRQn);
    NVIC_EnableIRQ(USART1_IRQn);
    for (;;) {
    }
}
