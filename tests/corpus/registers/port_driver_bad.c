/*
 * Pins are switched through a driver that is given the port. It may be written as a whole, which takes a read before,
 * or by a register of which each one that is written sets a pin, and each zero does nothing.
 */
// expect a: atomicity RWW *(0x40020014) harmful
#include <stdint.h>

void __disable_irq(void);
void __enable_irq(void);

typedef struct {
    volatile uint32_t MODER, OTYPER, OSPEEDR, PUPDR, IDR, ODR, BSRR;
} Port;

#define GPIOA ((Port *)0x40020000)

static void switch_on(Port *port, unsigned pin) {
    port->ODR |= 1u << pin; // a.1 a.2 a.3
}

void EXTI0_IRQHandler(void) {
    switch_on(GPIOA, 3);
}

int main(void) {
    switch_on(GPIOA, 5);
    return 0;
}
