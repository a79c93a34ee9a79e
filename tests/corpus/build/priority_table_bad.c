/*
 * Two handlers count the same errors. Their priorities come from a table that a loop goes through; the timer
 * is more urgent there, so it preempts the other.
 */
// expect a: atomicity RWW errors harmful
#include <core_cm4.h>

typedef enum { TIM2_IRQn = 28, USART1_IRQn = 37 } IrqNumber;

static const struct {
    IrqNumber irq;
    uint8_t priority;
} interrupts[] = {{TIM2_IRQn, 1}, {USART1_IRQn, 3}};

static volatile uint32_t errors;

void TIM2_IRQHandler(void) {
    errors++; // a.2
}

void USART1_IRQHandler(void) {
    errors++; // a.1 a.3
}

int main(void) {
    for (unsigned n = 0; n < sizeof interrupts / sizeof interrupts[0]; n++) {
        NVIC_SetPriority(interrupts[n].irq, interrupts[n].priority);
        NVIC_EnableIRQ(interrupts[n].irq);
    }
    for (;;) {
    }
}
