/*
 * A DMA interrupt counts a block on every second arrival only: the first one reports the half. With two arrivals, the
 * block number that the main program reads twice can change in between.
 */
// options: --arrivals 2
// expect a: atomicity RWR blocks harmful
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
        blocks++; // a.2
    }
}

int main(void) {
    NVIC_EnableIRQ(DMA1_Stream0_IRQn);
    PLAYED = blocks; // a.1
    FREED = blocks; // a.3
    return 0;
}
