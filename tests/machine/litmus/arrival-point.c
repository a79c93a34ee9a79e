// At an arrival point an ISR starts once or not, however often it may arrive; nowhere else at all: 2.
// arrivals: unbounded
// executions: 2
// finals: x=0; x=1
#include <preempt.h>

int x;

void tick(void) { x = x + 1; }

int main(void) {
    x = 0;
    preempt_arrive(tick);
}
