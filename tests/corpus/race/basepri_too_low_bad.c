/* A critical section by priority ceiling. BASEPRI keeps out its own level and less urgent ones only: a ceiling of 6 does
   not stop the motor's interrupt, whose priority is 3. */
// options: --property race
// expect a: missing-volatile target not-shown-harmful
// expect b: missing-volatile enabled not-shown-harmful
typedef enum { TIM1_UP_IRQn = 25 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define MOTOR_PRIORITY 3U
#define CEILING 6U
#define PWM_DUTY (*(volatile uint32_t *)0x40012C34UL)

static uint32_t target;
static uint32_t enabled;

void TIM1_UP_IRQHandler(void) {
    if (enabled) {         // b.1
        PWM_DUTY = target; // a.1
    }
}

static void motor_set(uint32_t duty) {
    const uint32_t before = __get_BASEPRI();

    __set_BASEPRI(CEILING << (8U - __NVIC_PRIO_BITS));
    target = duty;        // a.2
    enabled = duty != 0U; // b.2
    __set_BASEPRI(before);
}

int main(void) {
    NVIC_SetPriority(TIM1_UP_IRQn, MOTOR_PRIORITY);
    NVIC_EnableIRQ(TIM1_UP_IRQn);
    motor_set(40);
    motor_set(0);
    return 0;
}
