// The rules of every ISR hold at an arrival point: isr_1 can't start at the first, where it is masked. isr_2 starts anywhere.
// main has 4 steps (mask, arrive, unmask, arrive); both are off before the third, since main enables them: isr_1 fits into gap 3, isr_2 into
// 3 and 4. Each has 2 steps.
//   none 1, only isr_1 1, only isr_2 2
//   both, one after the other: isr_2 in 3 before isr_1 or behind it 2, in 4 1
//   isr_2 inside of isr_1, before its read or its write: 2
// executions: 9
// finals: x=0; x=1; x=10; x=11
#include <preempt.h>

int x;

void isr_1(void) { x = x + 1; }
void isr_2(void) { x = x + 10; }

int main(void) {
    preempt_mask(PREEMPT_ALL_IRQS);
    preempt_arrive(isr_1);
    preempt_unmask(PREEMPT_ALL_IRQS);
    preempt_arrive(isr_1);
}
