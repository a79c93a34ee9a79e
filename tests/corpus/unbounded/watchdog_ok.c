/* Two interrupts report to the watchdog that they are alive, each with a bit of one byte. They have the same priority, and
   main looks at the byte with interrupts closed. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
typedef enum { SysTick_IRQn = -1, USART1_IRQn = 37 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm3.h>

#define WATCHDOG (*(volatile uint32_t *)0x40003000UL)
#define KICK 0xAAAAU

static volatile uint8_t alive;

void SysTick_Handler(void) {
    alive |= 1U;
}

void USART1_IRQHandler(void) {
    alive |= 2U;
}

int main(void) {
    NVIC_SetPriority(USART1_IRQn, 8);
    NVIC_SetPriority(SysTick_IRQn, 8);
    NVIC_EnableIRQ(USART1_IRQn);
    for (;;) {
        __disable_irq();
        if (alive == 3U) {
            alive = 0;
            WATCHDOG = KICK;
        }
        __enable_irq();
    }
}
