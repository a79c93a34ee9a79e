/*
 * A loop that works off jobs while the interrupt adds some. The check, the decrement and the next check are each
 * separated by the interrupt, and the decrement itself is torn apart.
 */
// options: --property atomicity
// expect start: atomicity RWR jobs not-shown-harmful
// expect lost: atomicity RWW jobs harmful
// expect again: atomicity WWR jobs harmful
#include <core_cm4.h>

enum { TIM2_IRQn = 28 };

#define DONE (*(volatile uint32_t *)0x40020014UL)

static volatile uint32_t jobs = 1;

void TIM2_IRQHandler(void) {
    jobs++; // start.2 lost.2 again.2
}

int main(void) {
    NVIC_EnableIRQ(TIM2_IRQn);
    while (jobs > 0) { // start.1 again.3
        DONE = 1;
        jobs--; // start.3 lost.1 lost.3 again.1
    }
    return 0;
}
