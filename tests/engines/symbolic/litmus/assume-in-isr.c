// Executions in which the ISR starts while x is not 1 do not count, also those in which it starts after main's end.
// Before the first read: 5 2; between the first read and the write: 1 2; never: 1 2.
// outcomes: 5 2; 1 2
#include <preempt.h>

int x, out0, out1;

void isr_1(void) {
    preempt_assume(x == 1);
    x = 5;
}

int main(void) {
    x = 1;
    out0 = x;
    x = 2;
    out1 = x;
}
