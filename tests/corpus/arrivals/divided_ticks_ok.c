/* Every third tick is a second, and main keeps the interrupt out where it changes the same byte. */
// options: --arrivals auto
// verdict: atomicity holds unbounded
#include <stdint.h>
typedef enum { TIM2_IRQn = 28 } IRQn_Type;
#include <core_cm4.h>

static volatile uint8_t ticks, seconds;

void SysTick_Handler(void) {
    if (++ticks == 3) {
        ticks = 0;
        seconds ^= 1;
    }
}

int main(void) {
    for (;;) {
        __disable_irq();
        seconds |= 2;
        __enable_irq();
    }
}
