/*
 * As echo_break_bad.c, but nobody sends breaks. The handler might start when main has read the register to allow it,
 * but it looks there, too: nothing is allowed yet, and so it does nothing.
 */
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
        USART_CR1 |= TXEIE;
    }
    if ((USART_CR1 & TXEIE) && (USART_SR & TXE)) {
        USART_DR = data;
        USART_CR1 &= ~TXEIE;
    }
}

int main(void) {
    ISER1 = 1u << 5;
    USART_CR1 |= RXNEIE;
    for (;;) ;
}
