// One arrival point of two ISRs: arbitrary data says of which.
// outcomes: 0 0; 0 1; 1 0; 1 2
#include <preempt.h>

int x, out0, out1;

void one(void) { x = 1; }
void two(void) { x = 2; }

int main(void) {
    int which = preempt_nondet_bool();
    preempt_arrive(which ? two : one);
    out0 = which;
    out1 = x;
}
