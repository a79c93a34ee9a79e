// PRIMASK survives the exit of the handler that set it: after low, nothing starts. The executions of flags-survive-exit.c: 10.
// platform: cortex-m
// isr: low:0:1
// isr: high:1:2
// executions: 10
// finals: x=3; x=2
void __disable_irq(void);

int x;

void low(void) { __disable_irq(); }
void high(void) { x = 2; }

int main(void) { x = 3; }
