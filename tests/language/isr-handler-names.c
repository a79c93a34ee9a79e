// Names by which interrupt handlers are known on Cortex-M.
static volatile unsigned ticks, edges, bytes;
static unsigned requests;

void SysTick_Handler(void) { ticks++; }
void EXTI0_IRQHandler(void) { edges++; }
void USART1_IRQHandler(void) { bytes++; }
void PendSV_Handler(void) { requests = ticks; }
void helper_not_an_isr(void) { requests = 0; }

int main(void) {
    unsigned sum = ticks + edges + bytes;
    return (int)(sum + requests);
}
