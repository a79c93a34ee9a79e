/*
 * Two handlers count the same errors. Their priorities come from a table that a loop goes through; they are
 * equal there, so neither preempts the other.
 */
#include <core_cm4.h>

typedef enum { TIM2_IRQn = 28, USART1_IRQn = 37 } IrqNumber;

static const struct {
    IrqNumber irq;
    uint8_t priority;
} interrupts[] = {{TIM2_IRQn, 1}, {USART1_IRQn, 1}};

static volatile uint32_t errors;

void TIM2_IRQHandler(void) {
    errors++;
}

void USART1_IRQHandler(void) {
    errors++;
}

int main(void) {
    for (unsigned n = 0; n < sizeof interrupts / sizeof interrupts[0]; n++) {
        NVIC_SetPriority(interrupts[n].irq, interrupts[n].priority);
        NVIC_EnableIRQ(interrupts[n].irq);
    }
    for (;;) {
    }
}
