/*
 * Start-up code that is assembly opens the global mask and is not given; main enables the interrupt, and counts with it.
 */
// options: --target riscv32-unknown-elf --property atomicity
// expect a: atomicity RWW edges harmful
typedef enum { EXTI_IRQn = 20 } IRQn_Type;
void NVIC_EnableIRQ(IRQn_Type irq);
void NVIC_DisableIRQ(IRQn_Type irq);

static volatile unsigned edges = 1;

__attribute__((interrupt)) void EXTI_IRQHandler(void) {
    edges++; // a.2
}

int main(void) {
    NVIC_EnableIRQ(EXTI_IRQn);
    edges--; // a.1 a.3
    return 0;
}
