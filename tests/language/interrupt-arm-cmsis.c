// target: arm
// CMSIS functions, priorities and BASEPRI.
#define __NVIC_PRIO_BITS 3
#include <core_cm3.h>

enum { EXTI1_IRQn = 7, TIM3_IRQn = 29 };

static volatile uint32_t shared;

void EXTI1_IRQHandler(void) { shared |= 1; }

void TIM3_IRQHandler(void) {
    uint32_t old = __get_BASEPRI();
    __set_BASEPRI(1U << (8U - __NVIC_PRIO_BITS));
    shared |= 2;
    __set_BASEPRI(old);
}

int main(void) {
    NVIC_SetPriority(EXTI1_IRQn, 1);
    NVIC_SetPriority(TIM3_IRQn, 5);
    NVIC_EnableIRQ(EXTI1_IRQn);
    NVIC_EnableIRQ(TIM3_IRQn);
    __disable_irq();
    shared &= ~3U;
    __enable_irq();
    NVIC_DisableIRQ(EXTI1_IRQn);
    __WFI();
    return (int)shared;
}
