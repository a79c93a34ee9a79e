// Two cores: the other one takes the interrupt, and the mask keeps nobody out. 3 steps of main; the start of the ISR
// and its 2 steps anywhere among them, 6 over 3 = 20 ways; or no start.
// threads: cores=2
// executions: 21
// finals: x=2 a=0; x=2 a=1; x=2 a=2; x=2 a=3; x=3 a=3
#include <preempt.h>
int x, a;

void isr_1(void) {
    x = 3;
    a = x;
}

int main(void) {
    preempt_set_global_mask(1);
    x = 1;
    x = 2;
}
