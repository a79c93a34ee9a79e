/* Two interrupts take numbers from one dispenser. They have the same priority, so neither comes in the middle of the
   other, and no two get the same number. */
// options: --property assertion
#include <assert.h>
typedef enum { EXTI0_IRQn = 6, TIM2_IRQn = 28 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define TIMER_PRIORITY 6
#define PIN_PRIORITY 6

static volatile uint32_t next = 1;
static volatile uint32_t of_pin, of_timer;

void EXTI0_IRQHandler(void) {
    of_pin = next++;
}

void TIM2_IRQHandler(void) {
    of_timer = next++;
}

int main(void) {
    NVIC_SetPriority(EXTI0_IRQn, PIN_PRIORITY);
    NVIC_SetPriority(TIM2_IRQn, TIMER_PRIORITY);
    NVIC_EnableIRQ(EXTI0_IRQn);
    NVIC_EnableIRQ(TIM2_IRQn);
    __disable_irq();
    assert(of_pin == 0 || of_pin != of_timer);
    return 0;
}
