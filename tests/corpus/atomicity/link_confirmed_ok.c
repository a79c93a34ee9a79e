/*
 * The link state is read once.
 */
#include <core_cm4.h>

enum { ETH_IRQn = 61 };

#define LED (*(volatile uint32_t *)0x40020014UL)
#define TRANSMIT (*(volatile uint32_t *)0x40029008UL)

static volatile uint32_t link_up = 1;

void ETH_IRQHandler(void) {
    link_up = 1;
}

int main(void) {
    NVIC_EnableIRQ(ETH_IRQn);
    const uint32_t is_up = link_up;
    LED = is_up;
    TRANSMIT = is_up;
    return 0;
}
