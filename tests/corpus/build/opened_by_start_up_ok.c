/*
 * Start-up code that is assembly opens the global mask and is not given; main enables the interrupt, and keeps it out
 * where it counts, too.
 */
// options: --target riscv32-unknown-elf --property atomicity
typedef enum { EXTI_IRQn = 20 } IRQn_Type;
void NVIC_EnableIRQ(IRQn_Type irq);
void NVIC_DisableIRQ(IRQn_Type irq);

static volatile unsigned edges = 1;

__attribute__((interrupt)) void EXTI_IRQHandler(void) {
    edges++;
}

int main(void) {
    NVIC_EnableIRQ(EXTI_IRQn);
    NVIC_DisableIRQ(EXTI_IRQn);
    edges--;
    NVIC_EnableIRQ(EXTI_IRQn);
    return 0;
}
