// target: arm
// A vector table with the stack pointer, default handlers by weak alias and two real ones.
#include <stdint.h>

extern uint32_t stack_top[];
static volatile uint32_t edges;

void Default_Handler(void) {
    for (;;) {
    }
}

void EXTI0_IRQHandler(void) __attribute__((weak, alias("Default_Handler")));
void EXTI1_IRQHandler(void) { edges++; }
int main(void);
void Reset_Handler(void) { main(); }

__attribute__((section(".isr_vector"), used)) const uintptr_t vector_table[] = {
    (uintptr_t)stack_top, (uintptr_t)Reset_Handler, [16 + 6] = (uintptr_t)EXTI0_IRQHandler, (uintptr_t)EXTI1_IRQHandler,
};

int main(void) {
    edges = 0;
    return (int)edges;
}
