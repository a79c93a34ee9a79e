/* An energy meter: the sampling interrupt adds up 64 bits, the more urgent pulse interrupt sends the sum. The pulse may
   come between the two words of the new sum. */
// options: --property race
// expect a: torn-access energy
typedef enum { ADC_IRQn = 18, EXTI0_IRQn = 6 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define SAMPLE (*(volatile uint32_t *)0x4001204CUL)
#define SEND (*(volatile uint32_t *)0x40004404UL)

static uint64_t energy = 0xFFFFFFF0U;

void ADC_IRQHandler(void) {
    energy = energy + 32U; // a.2
}

void EXTI0_IRQHandler(void) {
    const uint64_t sum = energy; // a.1

    SEND = (uint32_t)(sum >> 32);
    SEND = (uint32_t)sum;
}

int main(void) {
    NVIC_SetPriority(EXTI0_IRQn, 1);
    NVIC_SetPriority(ADC_IRQn, 4);
    NVIC_EnableIRQ(EXTI0_IRQn);
    NVIC_EnableIRQ(ADC_IRQn);
    return 0;
}
