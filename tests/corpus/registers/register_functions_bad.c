/*
 * All accesses to registers go through two functions of the vendor. That one writes back what the other has
 * read shows only in what calls them.
 */
// expect a: atomicity RWW *(0x4000000c) harmful
#include <stdint.h>

#define TIMER 0x40000000u

void __disable_irq(void);
void __enable_irq(void);

static uint32_t read_register(uint32_t base, uint32_t offset) {
    return *(volatile uint32_t *)(base + offset); // a.1
}

static void write_register(uint32_t base, uint32_t offset, uint32_t value) {
    *(volatile uint32_t *)(base + offset) = value; // a.2 a.3
}

void TIM2_IRQHandler(void) {
    write_register(TIMER, 0x0c, read_register(TIMER, 0x0c) | 2u);
}

int main(void) {
    write_register(TIMER, 0x0c, read_register(TIMER, 0x0c) & ~1u);
    return 0;
}
