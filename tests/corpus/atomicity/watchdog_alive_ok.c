/*
 * The main loop tells a supervisor interrupt that it is alive. It only ever sets the sign; the supervisor takes it
 * back.
 */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
#include <core_cm4.h>

enum { TIM6_IRQn = 54 };

#define RESET (*(volatile uint32_t *)0xE000ED0CUL)
#define OUTPUT (*(volatile uint32_t *)0x40020014UL)

static volatile uint32_t is_alive = 1;

void TIM6_IRQHandler(void) {
    if (!is_alive) RESET = 0x05FA0004U;
    is_alive = 0;
}

int main(void) {
    NVIC_EnableIRQ(TIM6_IRQn);
    for (;;) {
        OUTPUT = 1;
        is_alive = 1;
    }
}
