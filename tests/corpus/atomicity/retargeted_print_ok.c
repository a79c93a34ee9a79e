/*
 * printf ends in the program's own _write, which fills a ring that the UART's interrupt empties. Both count what is in it,
 * _write with interrupts masked.
 */
// options: --platform cortex-m
// notes: 2

#include <stdio.h>
#include <stdint.h>

enum { USART1_IRQn = 37 };
void NVIC_EnableIRQ(int irq);
void __disable_irq(void);
void __enable_irq(void);
#define DATA (*(volatile uint32_t *)0x40013804u)

static volatile uint8_t ring[8];
static volatile uint8_t in, out;
static volatile uint8_t used;

void USART1_IRQHandler(void) {
    if (used == 0) return;
    DATA = ring[out];
    out = (out + 1) & 7;
    used--;
}

int _write(int file, char *text, int length) {
    (void)file;
    for (int i = 0; i < length; i++) {
        if (used == 8) return i;
        ring[in] = (uint8_t)text[i];
        in = (in + 1) & 7;
        __disable_irq();
        used++;
        __enable_irq();
    }
    return length;
}

int main(void) {
    NVIC_EnableIRQ(USART1_IRQn);
    printf("ready");
    return 0;
}
