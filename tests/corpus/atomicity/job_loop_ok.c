/*
 * The number of jobs is taken at once, with interrupts masked; the loop then works on its own copy.
 */
// options: --property atomicity
#include <core_cm4.h>

enum { TIM2_IRQn = 28 };

#define DONE (*(volatile uint32_t *)0x40020014UL)

static volatile uint32_t jobs = 1;

void TIM2_IRQHandler(void) {
    jobs++;
}

int main(void) {
    NVIC_EnableIRQ(TIM2_IRQn);
    uint32_t mine;

    __disable_irq();
    mine = jobs;
    jobs = 0;
    __enable_irq();
    while (mine > 0) {
        DONE = 1;
        mine--;
    }
    return 0;
}
