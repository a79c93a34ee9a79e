/* Two interrupts report to the watchdog that they are alive, each with a bit of one byte. One is more urgent than the
   other and may come between its read and its write: a sign of life is lost. */
// options: --arrivals unbounded
// expect a: atomicity RWW alive harmful
typedef enum { SysTick_IRQn = -1, USART1_IRQn = 37 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm3.h>

#define WATCHDOG (*(volatile uint32_t *)0x40003000UL)
#define KICK 0xAAAAU

static volatile uint8_t alive;

void SysTick_Handler(void) {
    alive |= 1U; // a.1 a.3
}

void USART1_IRQHandler(void) {
    alive |= 2U; // a.2
}

int main(void) {
    NVIC_SetPriority(USART1_IRQn, 1);
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
