// −1 means all: both ISRs are off until enable_isr(-1) and after disable_isr(-1).
// main has 3 steps; the ISRs may start in the 2 gaps around W. Each has 1 step.
//   none 1, only isr_1 2, only isr_2 2, both in one gap 2 · 2 orders, in different gaps 2, isr_2 inside of isr_1 2: 13.
// executions: 13
// finals: x=3; x=1; x=2
void enable_isr(int);
void disable_isr(int);

int x;

void isr_1(void) { x = 1; }
void isr_2(void) { x = 2; }

int main(void) {
    enable_isr(-1);
    x = 3;
    disable_isr(-1);
}
