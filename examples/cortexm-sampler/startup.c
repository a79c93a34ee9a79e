/* Reset and the vector table: entry 16 + n belongs to interrupt n. */
#include "device.h"

extern uint32_t _estack[]; /* from the linker script */
int main(void);

void ADC_IRQHandler(void);
void TIM2_IRQHandler(void);

__NO_RETURN void Reset_Handler(void) {
    main();
    for (;;) {
    }
}

void HardFault_Handler(void) {
    for (;;) {
    }
}

typedef union {
    void (*handler)(void);
    void *stack;
} vector;

__attribute__((section(".isr_vector"), used)) const vector vectors[16 + 32] = {
    [0] = {.stack = _estack},
    [1] = {.handler = Reset_Handler},
    [16 + HardFault_IRQn] = {.handler = HardFault_Handler},
    [16 + ADC_IRQn] = {.handler = ADC_IRQHandler},
    [16 + TIM2_IRQn] = {.handler = TIM2_IRQHandler},
};
