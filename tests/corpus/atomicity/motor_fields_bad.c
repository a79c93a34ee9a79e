/*
 * The main program moves the set point of a motor by reading and writing it back. The end switch changes the set
 * point, too, and its stop is overwritten.
 */
// expect a: atomicity RWW motor.target harmful
#include <core_cm4.h>

enum { EXTI1_IRQn = 7 };

#define ENCODER (*(volatile uint32_t *)0x40000024UL)

static volatile struct {
    int32_t target;
    uint32_t end_position;
} motor = {100, 0};

void EXTI1_IRQHandler(void) {
    motor.target = 0; // a.2
}

int main(void) {
    NVIC_EnableIRQ(EXTI1_IRQn);
    motor.target += 10; // a.1 a.3
    return 0;
}
