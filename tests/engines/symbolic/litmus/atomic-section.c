// No ISR in an atomic section, though none is masked: x changes between the second and the third read only.
// outcomes: 0 0; 0 1
#include <preempt.h>

int x, out0, out1;

void isr_1(void) { x++; }

int main(void) {
    preempt_atomic_begin();
    int first = x;
    int second = x;
    preempt_atomic_end();
    int third = x;
    out0 = second - first;
    out1 = third - second;
}
