// Each time that the call is made the ISR starts or not: 2 · 2 · 2.
// arrivals: unbounded
// executions: 8
// finals: x=0; x=1; x=2; x=3
#include <preempt.h>

int x;

void tick(void) { x = x + 1; }

int main(void) {
    for (int i = 0; i < 3; i++) preempt_arrive(tick);
}
