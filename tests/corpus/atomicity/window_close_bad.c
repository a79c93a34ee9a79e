/*
 * The converter's interrupt adds samples to a window, a timer closes the window. The timer is more urgent, so it can
 * reset the sum between the converter's read and write: the old sum comes back.
 */
// expect a: atomicity RWW sum harmful
#include <core_cm4.h>

enum { ADC_IRQn = 18, TIM2_IRQn = 28 };

#define ADC_DR (*(volatile uint32_t *)0x4001204CUL)
#define DAC_OUT (*(volatile uint32_t *)0x40007408UL)
#define ADC_PRIORITY 6U
#define TIM2_PRIORITY 2U /* a smaller number is more urgent */

static volatile uint32_t sum = 400;
static volatile uint32_t mean;

void ADC_IRQHandler(void) {
    sum += ADC_DR & 0xFFFU; // a.1 a.3
}

void TIM2_IRQHandler(void) {
    mean = sum / 4;
    sum = 0; // a.2
}

int main(void) {
    NVIC_SetPriority(ADC_IRQn, ADC_PRIORITY);
    NVIC_SetPriority(TIM2_IRQn, TIM2_PRIORITY);
    NVIC_EnableIRQ(ADC_IRQn);
    NVIC_EnableIRQ(TIM2_IRQn);
    DAC_OUT = mean;
    return 0;
}
