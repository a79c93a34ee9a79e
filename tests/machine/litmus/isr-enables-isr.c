// isr_1 enables isr_2, which may then start in any later gap. main has 2 steps (enable, W); isr_1 fits into 2 gaps.
//   none 1, only isr_1 2, isr_1 before W: isr_2 right after it or after W 2, isr_1 after W: isr_2 after it 1. 6.
// interrupts: off
// executions: 6
// finals: x=3; x=2
void enable_isr(int);

int x;

void isr_1(void) { enable_isr(2); }
void isr_2(void) { x = 2; }

int main(void) {
    enable_isr(1);
    x = 3;
}
