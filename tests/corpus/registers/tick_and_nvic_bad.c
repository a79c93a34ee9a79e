/*
 * The tick is meant to be kept out by its number. The NVIC has no flag for system exceptions: CMSIS's function does
 * nothing for negative numbers, and the tick comes in between.
 */
// options: --platform cortex-m --target thumbv7m-none-eabi --property atomicity
// expect a: atomicity RWW ticks harmful
#include <stdint.h>

#define SysTick_IRQn (-1)
void NVIC_EnableIRQ(int irq);
void NVIC_DisableIRQ(int irq);

static volatile uint32_t ticks;

void SysTick_Handler(void) {
    ticks += 7; // a.2
}

int main(void) {
    NVIC_DisableIRQ(SysTick_IRQn);
    ticks /= 2; // a.1 a.3
    NVIC_EnableIRQ(SysTick_IRQn);
    return 0;
}
