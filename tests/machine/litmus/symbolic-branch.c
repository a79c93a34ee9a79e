// A branch on arbitrary data goes both ways; one that contradicts an earlier one does not. Each way has 1 step:
// 2 ways · (before, after, never) = 6.
// executions: 6
// finals: x=1 seen=1; x=1 seen=0; x=2 seen=2; x=2 seen=0
#include <preempt.h>

int x, seen;

void isr_1(void) { seen = x; }

int main(void) {
    uint8_t v = preempt_nondet_u8();
    if (v < 10) {
        x = 1;
        if (v > 20) x = 9;
    } else {
        x = 2;
    }
}
