/* Two pulse inputs count into one meter: an interrupt and a polled pin. Main's increment is made with PRIMASK set, and
   no pulse is lost. */
// options: --property assertion
#include <assert.h>
typedef enum { EXTI1_IRQn = 7 } IRQn_Type;
#include <core_cm0.h>

static volatile uint32_t pulses;
static volatile uint32_t from_interrupt;

void EXTI1_IRQHandler(void) {
    pulses++;
    from_interrupt++;
}

int main(void) {
    uint32_t polled = 0;

    NVIC_EnableIRQ(EXTI1_IRQn);
    for (int i = 0; i < 2; i++) {
        __disable_irq();
        pulses++;
        __enable_irq();
        polled++;
    }
    __disable_irq();
    assert(pulses == polled + from_interrupt);
    return 0;
}
