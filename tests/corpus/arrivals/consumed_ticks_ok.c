/* Ticks are counted up by the interrupt and down by main, which keeps the interrupt out while it does. */
// options: --arrivals auto
// verdict: atomicity holds unbounded
#include <stdint.h>
typedef enum { TIM2_IRQn = 28 } IRQn_Type;
#include <core_cm4.h>

static volatile uint8_t n;

void SysTick_Handler(void) {
    n++;
}

int main(void) {
    for (;;) {
        __disable_irq();
        if (n > 0)
            n--;
        __enable_irq();
    }
}
