/*
 * An echo: the handler sends back what came, and lets itself be called for that. Main sends a break now and then, in the
 * same register: what the handler has set there in the meantime is gone, and the byte is never sent; what it has cleared
 * is back, and the byte is sent again.
 */
// expect a: atomicity RWW *(0x4001380c) harmful
// expect b: atomicity RWW *(0x4001380c) harmful
// notes: 2
#include <stdint.h>

#define USART_SR (*(volatile uint32_t *)0x40013800)
#define USART_DR (*(volatile uint32_t *)0x40013804)
#define USART_CR1 (*(volatile uint32_t *)0x4001380c)
#define ISER1 (*(volatile uint32_t *)0xe000e104)
#define RXNE (1u << 5)
#define TXE (1u << 7)
#define RXNEIE (1u << 5)
#define TXEIE (1u << 7)
#define SBK (1u << 0)

static uint8_t data;

void USART1_IRQHandler(void) {
    if ((USART_CR1 & RXNEIE) && (USART_SR & RXNE)) {
        data = USART_DR;
        USART_CR1 |= TXEIE; // a.2
    }
    if ((USART_CR1 & TXEIE) && (USART_SR & TXE)) {
        USART_DR = data;
        USART_CR1 &= ~TXEIE; // b.2
    }
}

int main(void) {
    ISER1 = 1u << 5;
    USART_CR1 |= RXNEIE;
    for (;;)
        USART_CR1 |= SBK; // a.1 a.3 b.1 b.3
}
