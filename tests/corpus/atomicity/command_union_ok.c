/*
 * A command arrives as four bytes and is looked at as one word. The word is fetched once, and the command taken out of
 * the copy.
 */
#include <core_cm4.h>

enum { USART1_IRQn = 37 };

#define USART_DR (*(volatile uint32_t *)0x40011004UL)
#define ACTUATOR (*(volatile uint32_t *)0x40020014UL)
#define CANCEL 0x18U

static volatile union {
    uint32_t word;
    uint8_t bytes[4];
} command = {0x00000105U};

void USART1_IRQHandler(void) {
    if (USART_DR == CANCEL) command.bytes[0] = 0;
}

int main(void) {
    NVIC_EnableIRQ(USART1_IRQn);
    const uint32_t word = command.word;

    if (word & 0xFFU) ACTUATOR = 1U << ((word & 0xFFU) - 1U);
    return 0;
}
