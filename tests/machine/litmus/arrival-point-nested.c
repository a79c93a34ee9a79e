// An arrival point in a handler: inner starts there if its priority lets it. main has one of outer, which has one of inner and of itself, and one
// of inner, which has one of outer. Once each:
//   outer in main, or not; inner inside of outer, or in main, or not at all                          3 + 2
// executions: 5
// isr: outer:1:1
// isr: inner:2:2
// interrupts: on
// finals: x=0 y=0; x=1 y=0; x=0 y=1; x=1 y=1
#include <preempt.h>

int x, y;

void outer(void);

void inner(void) {
    y = y + 1;
    preempt_arrive(outer);
}

void outer(void) {
    x = x + 1;
    preempt_arrive(inner);
    preempt_arrive(outer);
}

int main(void) {
    preempt_arrive(outer);
    preempt_arrive(inner);
}
