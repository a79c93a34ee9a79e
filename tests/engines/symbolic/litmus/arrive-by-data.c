// An arrival point that only arbitrary data leads to, and one that only another ISR leads to.
// outcomes: 0 0 0; 1 0 0; 1 1 0; 1 1 1
#include <preempt.h>

int x, y, out0, out1, out2;

void first(void) { x = 1; }
void second(void) { y = 1; }

int main(void) {
    int asked = preempt_nondet_bool();
    if (asked) preempt_arrive(first);
    int came = x;
    if (came) preempt_arrive(second);
    out0 = asked;
    out1 = came;
    out2 = y;
}
