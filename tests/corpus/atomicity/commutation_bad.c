/*
 * A brushless motor is commutated by a table; the Hall sensor's interrupt moves the step. The step is fetched for the
 * high side and again for the low side: the two can belong to different steps. Neighbouring steps have one side in
 * common, so that what the bridge is told is one of the two steps all the same: harm is not shown.
 */
// options: --arrivals unbounded
// expect a: atomicity RWR step not-shown-harmful
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
    step = (step + 1U) % STEPS; // a.2
}

int main(void) {
    NVIC_EnableIRQ(EXTI2_IRQn);
    for (;;) {
        HIGH_SIDE = table[step].high; // a.1
        LOW_SIDE = table[step].low; // a.3
    }
}
