/*
 * The controller's enable register is written by bytes: the upper one enables the timer, and disables it while main
 * computes.
 */
#include <stdint.h>

typedef enum { WWDG_IRQn = 0, TIM2_IRQn = 28 } IrqNumber;

#define ENABLE ((volatile uint8_t *)0xe000e100)
#define DISABLE ((volatile uint8_t *)0xe000e180)

static volatile uint32_t ticks;
static volatile uint32_t warned;
static const IrqNumber timer = TIM2_IRQn;

void TIM2_IRQHandler(void) {
    ticks++;
}

void WWDG_IRQHandler(void) {
    warned = 1;
}

int main(void) {
    ENABLE[0] = 1;
    ENABLE[timer / 8] = 1 << timer % 8;
    for (;;) {
        DISABLE[timer / 8] = 1 << timer % 8;
        ticks += 5;
        ENABLE[timer / 8] = 1 << timer % 8;
    }
}
