/*
 * The main loop tells a supervisor interrupt that it is alive. It clears the sign at the beginning of an iteration and
 * sets it at the end: a supervisor that looks in between resets a healthy system.
 */
// options: --arrivals unbounded
// expect a: atomicity WRW is_alive harmful
#include <core_cm4.h>

enum { TIM6_IRQn = 54 };

#define RESET (*(volatile uint32_t *)0xE000ED0CUL)
#define OUTPUT (*(volatile uint32_t *)0x40020014UL)

static volatile uint32_t is_alive = 1;

void TIM6_IRQHandler(void) {
    if (!is_alive) RESET = 0x05FA0004U; // a.2
}

int main(void) {
    NVIC_EnableIRQ(TIM6_IRQn);
    for (;;) {
        is_alive = 0; // a.1
        OUTPUT = 1;
        is_alive = 1; // a.3
    }
}
