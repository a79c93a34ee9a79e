/* A control gain in double precision on a 32-bit core: two words. Main changes it while the control interrupt may read it:
   one word of each value is a third value. */
// options: --property race
// expect a: torn-access gain
typedef enum { TIM3_IRQn = 29 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define ERROR_INPUT (*(volatile int32_t *)0x40000424UL)
#define OUTPUT (*(volatile int32_t *)0x40000434UL)

static volatile double gain = 1.0;

void TIM3_IRQHandler(void) {
    OUTPUT = (int32_t)(gain * 1e6); // a.1
}

int main(void) {
    NVIC_SetPriority(TIM3_IRQn, 2);
    NVIC_EnableIRQ(TIM3_IRQn);
    gain = 0.3; // a.2
    return 0;
}
