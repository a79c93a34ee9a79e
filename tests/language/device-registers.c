// A peripheral as a struct at a fixed address.
#include <stdint.h>

struct uart {
    volatile uint32_t data;
    volatile const uint32_t status;
    volatile uint32_t control;
    uint32_t reserved[5];
    volatile uint32_t baud[2];
};

#define UART ((struct uart *)0x40011000)
#define READY 0x20u

static volatile uint8_t last;

void UART_IRQHandler(void) {
    if (UART->status & READY) last = (uint8_t)UART->data;
    UART->control &= ~READY;
}

int main(void) {
    UART->baud[1] = 9600;
    UART->control |= READY;
    UART->data = last;
    return 0;
}
