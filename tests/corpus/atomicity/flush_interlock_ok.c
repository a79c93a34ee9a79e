/*
 * Two buffers, and an index that says which one the interrupt fills. The main program swaps them and empties the
 * other. Only the main program swaps, and it remembers the index that it has found there.
 */
// options: --arrivals 2
#include <core_cm4.h>

enum { ADC_IRQn = 18 };

#define STORAGE (*(volatile uint32_t *)0x40020014UL)

static volatile uint32_t filling;
static volatile uint32_t used[2];

void ADC_IRQHandler(void) {
    if (++used[filling] == 2) {
        used[filling ^ 1U] = 0;
    }
}

static void flush(void) {
    const uint32_t full = filling;

    filling = full ^ 1U;
    STORAGE = used[full];
}

int main(void) {
    NVIC_EnableIRQ(ADC_IRQn);
    flush();
    return 0;
}
