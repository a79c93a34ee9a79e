// At an arrival point the rules of every ISR hold: not while it is disabled, not below the ceiling, not in an atomic section.
// isr: tick:1:1
// interrupts: on
// arrivals: 4
// outcomes: 0 0 0 0; 0 0 0 1
#include <preempt.h>

int x, out0, out1, out2, out3;

void tick(void) { x++; }

int main(void) {
    preempt_mask(1);
    preempt_arrive(tick);
    out0 = x;
    preempt_unmask(1);
    preempt_set_ceiling(1);
    preempt_arrive(tick);
    out1 = x;
    preempt_set_ceiling(0);
    preempt_atomic_begin();
    preempt_arrive(tick);
    out2 = x;
    preempt_atomic_end();
    preempt_arrive(tick);
    out3 = x;
}
