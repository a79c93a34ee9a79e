/*
 * An urgent edge interrupt hands its work over to PendSV, the least urgent one, which starts only after being pended.
 * PendSV takes the number of edges with interrupts masked.
 */
// options: --arrivals 2
#include <core_cm4.h>

enum { PendSV_IRQn = -2, EXTI0_IRQn = 6 };

static volatile uint32_t edges;
static volatile uint32_t total;

void EXTI0_IRQHandler(void) {
    edges++;
    SCB->ICSR = SCB_ICSR_PENDSVSET_Msk;
}

void PendSV_Handler(void) {
    __disable_irq();
    total += edges;
    edges = 0;
    __enable_irq();
}

int main(void) {
    NVIC_SetPriority(EXTI0_IRQn, 2);
    NVIC_SetPriority(PendSV_IRQn, 15);
    NVIC_EnableIRQ(EXTI0_IRQn);
    return 0;
}
