// One arrival point, and nothing else says where the ISR starts: not before the first read, at most once between the two.
// arrivals: 2
// outcomes: 0 0; 0 1
#include <preempt.h>

int x, out0, out1;

void tick(void) { x++; }

int main(void) {
    out0 = x;
    preempt_arrive(tick);
    out1 = x;
}
