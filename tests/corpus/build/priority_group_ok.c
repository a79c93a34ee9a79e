/*
 * Two handlers count the same errors. Priorities are split: the upper two bits of four say who preempts whom. Both are
 * in one group: the timer goes first where both wait, and preempts nobody.
 */
#include <core_cm4.h>

typedef enum { TIM2_IRQn = 28, USART1_IRQn = 37 } IrqNumber;

static volatile uint32_t errors;

void TIM2_IRQHandler(void) {
    errors++;
}

void USART1_IRQHandler(void) {
    errors++;
}

int main(void) {
    NVIC_SetPriorityGrouping(5);
    NVIC_SetPriority(TIM2_IRQn, 5);
    NVIC_SetPriority(USART1_IRQn, 6);
    NVIC_EnableIRQ(TIM2_IRQn);
    NVIC_EnableIRQ(USART1_IRQn);
    for (;;) {
    }
}
