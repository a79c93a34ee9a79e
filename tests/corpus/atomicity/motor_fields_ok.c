/*
 * The main program moves the set point of a motor by reading and writing it back. The end switch only notes the
 * position, in the field beside it: no common byte, no violation.
 */
#include <core_cm4.h>

enum { EXTI1_IRQn = 7 };

#define ENCODER (*(volatile uint32_t *)0x40000024UL)

static volatile struct {
    int32_t target;
    uint32_t end_position;
} motor = {100, 0};

void EXTI1_IRQHandler(void) {
    motor.end_position = ENCODER;
}

int main(void) {
    NVIC_EnableIRQ(EXTI1_IRQn);
    motor.target += 10;
    return 0;
}
