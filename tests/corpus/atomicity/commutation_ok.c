/*
 * A brushless motor is commutated by a table; the Hall sensor's interrupt moves the step. The step is fetched once for
 * both sides of the bridge.
 */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
#include <core_cm4.h>

enum { EXTI2_IRQn = 8 };

#define HIGH_SIDE (*(volatile uint32_t *)0x40000834UL)
#define LOW_SIDE (*(volatile uint32_t *)0x40000838UL)
#define STEPS 6U

static const struct {
    uint32_t high;
    uint32_t low;
} table[STEPS] = {{1, 16}, {1, 32}, {2, 32}, {2, 8}, {4, 8}, {4, 16}};

static volatile uint32_t step = 1;

void EXTI2_IRQHandler(void) {
    step = (step + 1U) % STEPS;
}

int main(void) {
    NVIC_EnableIRQ(EXTI2_IRQn);
    for (;;) {
        const uint32_t now = step;
        HIGH_SIDE = table[now].high;
        LOW_SIDE = table[now].low;
    }
}
