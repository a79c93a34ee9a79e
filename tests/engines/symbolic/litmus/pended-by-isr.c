// isr_3 pends isr_1, which is less urgent and waits for its end: main reads 0, 3 or 3 + 1, never 1 or an isr_1 that was overwritten.
// outcomes: 0; 3; 4
#include <preempt.h>

int x, out0;

void isr_1(void) { x = x + 1; }
void isr_3(void) {
    preempt_pend(1);
    x = 3;
}

int main(void) { out0 = x; }
