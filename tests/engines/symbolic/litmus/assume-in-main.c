// main's first read must give 1, so isr_1 was the last to write before it. isr_2 was before isr_1, or comes between the reads
// and main reads 2, or comes later or never.
// outcomes: 1; 2
#include <preempt.h>

int x, out0;

void isr_1(void) { x = 1; }
void isr_2(void) { x = 2; }

int main(void) {
    preempt_assume(x == 1);
    out0 = x;
}
