// The global mask and the ceiling by intrinsics.
#include <preempt.h>

static volatile int shared;

void isr_1(void) { shared += 1; }
void isr_3(void) { shared += 3; }

int main(void) {
    int before = preempt_set_global_mask(1);
    shared = 0;
    preempt_set_global_mask(before);
    int ceiling = preempt_set_ceiling(2);
    shared *= 2;
    preempt_set_ceiling(ceiling);
    preempt_pend(3);
    return shared;
}
