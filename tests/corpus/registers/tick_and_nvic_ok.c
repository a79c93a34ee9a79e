/*
 * The tick is kept out by its own bit: the NVIC has no flag for system exceptions, and its functions do nothing for
 * negative numbers.
 */
// options: --platform cortex-m --target thumbv7m-none-eabi --property atomicity
#include <stdint.h>

#define SYST_CSR (*(volatile uint32_t *)0xe000e010)
#define TICKINT 2u

static volatile uint32_t ticks;

void SysTick_Handler(void) {
    ticks += 7;
}

int main(void) {
    SYST_CSR &= ~TICKINT;
    ticks /= 2;
    SYST_CSR |= TICKINT;
    return 0;
}
