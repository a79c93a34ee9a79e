/*
 * The control register splits priorities, and the ceiling counts by groups as well: it is raised to a level of the
 * timer's group, below the timer's own. Two bits preempt here, so that the timer is kept out.
 */
// options: --property atomicity,race
#include <core_cm4.h>

typedef enum { TIM2_IRQn = 28 } IrqNumber;

static volatile uint32_t ticks;

static void split(uint32_t group) {
    uint32_t control = SCB->AIRCR;
    control &= ~(SCB_AIRCR_VECTKEY_Msk | SCB_AIRCR_PRIGROUP_Msk);
    SCB->AIRCR = control | 0x5fau << SCB_AIRCR_VECTKEY_Pos | group << SCB_AIRCR_PRIGROUP_Pos;
}

void TIM2_IRQHandler(void) {
    ticks++;
}

int main(void) {
    split(5);
    NVIC_SetPriority(TIM2_IRQn, 4);
    NVIC_EnableIRQ(TIM2_IRQn);
    for (;;) {
        __set_BASEPRI(5 << 4);
        ticks += 5;
        __set_BASEPRI(0);
    }
}
