/* Main waits for two flags, and opens the mask for a moment in each round. */
// options: --property deadlock
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
    if (!received) return 0;
    return parsed != 0;
}

int main(void) {
    __disable_irq();
    received = 0;
    while (!is_complete()) {
        __enable_irq();
        __disable_irq();
    }
    __enable_irq();
    return 0;
}
