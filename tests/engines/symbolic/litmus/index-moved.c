// The ISR sets the index to any of 0, 1, 2; main counts at the index twice, each time read once. Both at one place, or first at 0.
// outcomes: 2 0 0; 1 1 0; 1 0 1; 0 2 0; 0 0 2
#include <preempt.h>

int counts[3], at, out0, out1, out2;

void isr_1(void) {
    uint8_t next = preempt_nondet_u8();
    preempt_assume(next < 3);
    at = next;
}

int main(void) {
    counts[at]++;
    counts[at]++;
    out0 = counts[0];
    out1 = counts[1];
    out2 = counts[2];
}
