// x++ is a read and a write: the ISR's increment in between is lost. main has 2 steps: 3 gaps and never: 4.
// executions: 4
// finals: x=1; x=2
int x;

void isr_1(void) { x = x + 1; }

int main(void) { x++; }
