/*
 * A DMA interrupt counts a block on every second arrival only: the first one reports the half. With one arrival the
 * number stands still.
 */
// options: --arrivals 1
#include <core_cm4.h>

enum { DMA1_Stream0_IRQn = 11 };

#define PLAYED (*(volatile uint32_t *)0x40020014UL)
#define FREED (*(volatile uint32_t *)0x40020018UL)

static volatile uint32_t is_half;
static volatile uint32_t blocks;

void DMA1_Stream0_IRQHandler(void) {
    if (is_half == 0) {
        is_half = 1;
    } else {
        is_half = 0;
        blocks++;
    }
}

int main(void) {
    NVIC_EnableIRQ(DMA1_Stream0_IRQn);
    PLAYED = blocks;
    FREED = blocks;
    return 0;
}
