// No other context runs in an atomic section, whatever the masks say. main has 4 steps (begin, W, R, end); before begin, after end, never: 3.
// executions: 3
// finals: x=1 seen=1; x=5 seen=1
#include <preempt.h>

int x, seen;

void isr_1(void) { x = 5; }

int main(void) {
    preempt_atomic_begin();
    x = 1;
    seen = x;
    preempt_atomic_end();
}
