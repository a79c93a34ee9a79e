/*
 * Two handlers count the same errors. A table says which registers are set to what, those of priorities among them: they
 * are equal there, so neither preempts the other.
 */
// options: --platform cortex-m
#include <stdint.h>

typedef enum { TIM2_IRQn = 28, USART1_IRQn = 37 } IrqNumber;

static const struct {
    uint32_t address;
    uint32_t value;
} board[] = {
    {0x40021018, 0x4},        {0x40000400, 0x1},     {0xe000e400 + TIM2_IRQn, 0x10},
    {0xe000e424, 0x1000},     {0xe000e100, 1 << 28},
};

static const IrqNumber last = USART1_IRQn;
static volatile uint32_t errors;

void TIM2_IRQHandler(void) {
    errors++;
}

void USART1_IRQHandler(void) {
    errors++;
}

int main(void) {
    for (unsigned n = 0; n < sizeof board / sizeof board[0]; n++)
        *(volatile uint32_t *)board[n].address = board[n].value;
    *(volatile uint32_t *)0xe000e104 = 1u << (last - 32);
    for (;;) {
    }
}
