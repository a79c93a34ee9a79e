/* A critical section by priority ceiling. BASEPRI keeps out its own level and less urgent ones, so the ceiling is the
   priority of the interrupt that shares the data. */
// options: --property race
typedef enum { TIM1_UP_IRQn = 25 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define MOTOR_PRIORITY 3U
#define CEILING MOTOR_PRIORITY
#define PWM_DUTY (*(volatile uint32_t *)0x40012C34UL)

static uint32_t target;
static uint32_t enabled;

void TIM1_UP_IRQHandler(void) {
    if (enabled) {
        PWM_DUTY = target;
    }
}

static void motor_set(uint32_t duty) {
    const uint32_t before = __get_BASEPRI();

    __set_BASEPRI(CEILING << (8U - __NVIC_PRIO_BITS));
    target = duty;
    enabled = duty != 0U;
    __set_BASEPRI(before);
}

int main(void) {
    NVIC_SetPriority(TIM1_UP_IRQn, MOTOR_PRIORITY);
    NVIC_EnableIRQ(TIM1_UP_IRQn);
    motor_set(40);
    motor_set(0);
    return 0;
}
