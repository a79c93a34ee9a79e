/*
 * Two buffers, and an index that says which one the interrupt fills. The main program swaps them and empties the
 * other. It reads the index back after the swap, when the interrupt may already have swapped on its own because it was
 * full.
 */
// options: --arrivals 2
// expect swap: atomicity RWW filling harmful
// expect back: atomicity WWR filling harmful
#include <core_cm4.h>

enum { ADC_IRQn = 18 };

#define STORAGE (*(volatile uint32_t *)0x40020014UL)

static volatile uint32_t filling;
static volatile uint32_t used[2];

void ADC_IRQHandler(void) {
    if (++used[filling] == 2) {
        used[filling ^ 1U] = 0;
        filling ^= 1U; // swap.2 back.2
    }
}

static void flush(void) {
    filling ^= 1U; // swap.1 swap.3 back.1
    STORAGE = used[filling ^ 1U]; // back.3
}

int main(void) {
    NVIC_EnableIRQ(ADC_IRQn);
    flush();
    return 0;
}
