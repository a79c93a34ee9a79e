/*
 * All accesses to registers go through two functions of the vendor. What comes between the two is kept out.
 */
#include <stdint.h>

#define TIMER 0x40000000u

void __disable_irq(void);
void __enable_irq(void);

static uint32_t read_register(uint32_t base, uint32_t offset) {
    return *(volatile uint32_t *)(base + offset);
}

static void write_register(uint32_t base, uint32_t offset, uint32_t value) {
    *(volatile uint32_t *)(base + offset) = value;
}

void TIM2_IRQHandler(void) {
    write_register(TIMER, 0x0c, read_register(TIMER, 0x0c) | 2u);
}

int main(void) {
    __disable_irq();
    write_register(TIMER, 0x0c, read_register(TIMER, 0x0c) & ~1u);
    __enable_irq();
    return 0;
}
