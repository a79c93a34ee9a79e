// One core: the ISR starts before the mask is closed, or not at all.
// executions: 2
// finals: x=2 a=0; x=2 a=3
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
