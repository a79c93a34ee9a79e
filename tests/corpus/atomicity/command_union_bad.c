/*
 * A command arrives as four bytes and is looked at as one word. Whether there is one is asked of the word, which one
 * it is of its first byte; the interrupt may withdraw it in between.
 */
// expect a: atomicity RWR command.bytes[] harmful
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
    if (USART_DR == CANCEL) command.bytes[0] = 0; // a.2
}

int main(void) {
    NVIC_EnableIRQ(USART1_IRQn);
    if (command.word & 0xFFU) // a.1
        ACTUATOR = 1U << (command.bytes[0] - 1U); // a.3
    return 0;
}
