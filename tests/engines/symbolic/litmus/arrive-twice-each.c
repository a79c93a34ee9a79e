// Two arrival points of an ISR that may arrive twice: at each of them once, or not.
// arrivals: 2
// outcomes: 0 0; 0 1; 1 1; 1 2
#include <preempt.h>

int x, out0, out1;

void tick(void) { x++; }

int main(void) {
    preempt_arrive(tick);
    out0 = x;
    preempt_arrive(tick);
    out1 = x;
}
