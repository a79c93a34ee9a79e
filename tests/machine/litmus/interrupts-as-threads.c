// ISRs as threads: neither the own flag nor the mask keeps one out, and it does not run to its end at once.
// 2 steps of main; start and 2 steps of the ISR: 5 over 2 = 10 ways, or no start.
// threads: interrupts-as-threads
// interrupts: off
// executions: 11
// finals: x=1 a=0; x=1 a=1; x=1 a=3; x=3 a=3
#include <preempt.h>
int x, a;

void isr_1(void) {
    x = 3;
    a = x;
}

int main(void) {
    preempt_set_global_mask(1);
    x = 1;
}
