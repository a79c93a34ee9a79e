/*
 * A descriptor is given to the DMA with its owner bit before its length is known; the transfer-complete interrupt
 * picks it up in between and starts a transfer of length 0.
 */
// options: --property atomicity
// expect a: atomicity WRW descriptor.control harmful
#include <core_cm4.h>

enum { DMA1_Stream0_IRQn = 11 };

#define DMA_SOURCE (*(volatile uint32_t *)0x40026018UL)
#define DMA_LENGTH (*(volatile uint32_t *)0x40026014UL)
#define OWNED_BY_DMA 1U

static volatile struct {
    uint32_t control; /* bit 0: owner, from bit 8: length */
    uint32_t source;
} descriptor;

void DMA1_Stream0_IRQHandler(void) {
    const uint32_t control = descriptor.control; // a.2

    if (control & OWNED_BY_DMA) {
        DMA_SOURCE = descriptor.source;
        DMA_LENGTH = control >> 8;
    }
}

static void submit(uint32_t source, uint32_t length) {
    descriptor.control = OWNED_BY_DMA; // a.1
    descriptor.source = source;
    descriptor.control = OWNED_BY_DMA | (length << 8); // a.3
}

int main(void) {
    NVIC_EnableIRQ(DMA1_Stream0_IRQn);
    submit(0x20000100U, 16);
    return 0;
}
