// No mask keeps the NMI out, and it preempts every handler. main has 2 steps (disable, W): gaps 0 to 2; low fits into gap 0 only.
//   none 1, only low 1, only NMI 3, both in gap 0 2 orders, NMI inside of low 1, low in 0 and NMI in 1 or 2: 2. 10.
// platform: cortex-m
// isr: low:0:15
// executions: 10
// finals: x=3; x=2
void __disable_irq(void);

int x;

void low(void) { x = 1; }
void NMI_Handler(void) { x = 2; }

int main(void) {
    __disable_irq();
    x = 3;
}
