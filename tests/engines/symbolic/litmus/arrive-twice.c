// Two arrival points of an ISR that arrives once: at neither, at the second, at the first.
// outcomes: 0 0; 0 1; 1 1
#include <preempt.h>

int x, out0, out1;

void tick(void) { x++; }

int main(void) {
    preempt_arrive(tick);
    out0 = x;
    preempt_arrive(tick);
    out1 = x;
}
