/* Main waits for two flags, with interrupts masked on Cortex-M; a helper function looks at them. */
// options: --property deadlock
// expect a: deadlock received
#include <stdint.h>
void __disable_irq(void);
void __enable_irq(void);

static volatile uint32_t received;
static volatile uint32_t parsed;

void USART1_IRQHandler(void) {
    received = 1;
    parsed = 1;
}

static int is_complete(void) {
    if (!received) return 0; // a.1
    return parsed != 0;
}

int main(void) {
    __disable_irq();
    received = 0;
    while (!is_complete()) {
    }
    __enable_irq();
    return 0;
}
