/*
 * Bits are or-ed into the controller's enable register, which reads as what is enabled, one by one. The radio is
 * not, while its counter is set.
 */
#include <stdint.h>

typedef enum { WWDG_IRQn = 0, TIM2_IRQn = 28, RADIO_IRQn = 30 } IrqNumber;

#define ISER0 (*(volatile uint32_t *)0xe000e100)

static volatile uint32_t frames;
static volatile uint32_t warned;
static const IrqNumber last = RADIO_IRQn;

void RADIO_IRQHandler(void) {
    frames++;
}

void WWDG_IRQHandler(void) {
    warned = 1;
}

int main(void) {
    ISER0 |= 1u << WWDG_IRQn;
    frames |= 0x100;
    ISER0 |= 1u << last;
    for (;;) {
    }
}
