// NVIC_SetPendingIRQ pends, NVIC_ClearPendingIRQ takes it back. main has 4 steps (W, set, W, clear): the handler fits into the 2 gaps
// between set and clear, and never: 3.
// platform: cortex-m
// isr: handler:5:1
// arrivals: 2
// executions: 3
// finals: x=3; x=2
void NVIC_SetPendingIRQ(int irq);
void NVIC_ClearPendingIRQ(int irq);

int x;

void handler(void) { x = 2; }

int main(void) {
    x = 1;
    NVIC_SetPendingIRQ(5);
    x = 3;
    NVIC_ClearPendingIRQ(5);
}
