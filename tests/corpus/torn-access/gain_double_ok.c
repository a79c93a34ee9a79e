/* A control gain in double precision on a 32-bit core: two words. Main changes it with BASEPRI raised to the priority of
   the control interrupt, which reads it. */
// options: --property race
typedef enum { TIM3_IRQn = 29 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define ERROR_INPUT (*(volatile int32_t *)0x40000424UL)
#define OUTPUT (*(volatile int32_t *)0x40000434UL)

static volatile double gain = 1.0;

void TIM3_IRQHandler(void) {
    OUTPUT = (int32_t)(gain * 1e6);
}

int main(void) {
    NVIC_SetPriority(TIM3_IRQn, 2);
    NVIC_EnableIRQ(TIM3_IRQn);
    __set_BASEPRI(2U << 4);
    gain = 0.3;
    __set_BASEPRI(0);
    return 0;
}
