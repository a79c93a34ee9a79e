// Own flags survive the exit of the handler that changed them: once isr_1 has disabled isr_2, that does not start any more.
// main has 1 step: 2 gaps; each ISR has 1.
//   none 1, only isr_1 2, only isr_2 2
//   isr_2 before isr_1: in one gap 2, in different gaps 1     3
//   isr_2 inside of isr_1, before it disables: 2
// 10.
// executions: 10
// finals: x=3; x=2
void disable_isr(int);

int x;

void isr_1(void) { disable_isr(2); }
void isr_2(void) { x = 2; }

int main(void) { x = 3; }
