/* An encoder: the index pulse sets the position to zero, the timer computes the speed. They have the same priority, and
   in either order the last position belongs to the position. */
// options: --property assertion
#include <assert.h>
typedef enum { EXTI0_IRQn = 6, TIM2_IRQn = 28 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define MAX_SPEED 40U

static volatile uint32_t position, last, speed;

void EXTI0_IRQHandler(void) { /* index pulse */
    position = 0;
    last = 0;
}

void TIM2_IRQHandler(void) {
    const uint32_t now = position;

    speed = now - last;
    last = now;
}

int main(void) {
    NVIC_SetPriority(EXTI0_IRQn, 5);
    NVIC_SetPriority(TIM2_IRQn, 5);
    position = 1000;
    last = 980;
    NVIC_EnableIRQ(EXTI0_IRQn);
    NVIC_EnableIRQ(TIM2_IRQn);
    __disable_irq();
    assert(speed <= MAX_SPEED);
    return 0;
}
