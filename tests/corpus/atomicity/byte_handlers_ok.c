/*
 * The receiver calls whatever handler is installed; the data handler counts down the bytes that are missing. Main
 * announces the bytes first and then installs it: before, the interrupt calls a handler that counts nothing.
 */
#include <core_cm4.h>

enum { USART1_IRQn = 37 };

#define USART_DR (*(volatile uint32_t *)0x40011004UL)

typedef void (*byte_handler)(uint8_t byte);

static volatile uint32_t missing = 1;
static volatile uint8_t data;

static void ignore(uint8_t byte) { (void)byte; }

static void take(uint8_t byte) {
    data = byte;
    missing--;
}

static volatile byte_handler handler = ignore;

void USART1_IRQHandler(void) { handler((uint8_t)USART_DR); }

int main(void) {
    NVIC_EnableIRQ(USART1_IRQn);
    missing += 8;
    handler = take;
    return 0;
}
