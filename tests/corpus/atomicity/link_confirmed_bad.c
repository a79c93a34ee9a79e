/*
 * The link state is read twice. The interrupt confirms that the link is up, which it is already: the same value is
 * written, so no execution differs from one without the interruption.
 */
// expect a: atomicity RWR link_up not-shown-harmful
#include <core_cm4.h>

enum { ETH_IRQn = 61 };

#define LED (*(volatile uint32_t *)0x40020014UL)
#define TRANSMIT (*(volatile uint32_t *)0x40029008UL)

static volatile uint32_t link_up = 1;

void ETH_IRQHandler(void) {
    link_up = 1; // a.2
}

int main(void) {
    NVIC_EnableIRQ(ETH_IRQn);
    LED = link_up; // a.1
    TRANSMIT = link_up; // a.3
    return 0;
}
