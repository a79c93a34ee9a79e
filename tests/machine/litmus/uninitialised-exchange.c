// An atomic exchange on uninitialised memory: equal or not, and then the ISR sees 9 or what was there. main has 2 steps (W p, exchange).
// ISR before W p: p is null, 2 ways of the exchange; before the exchange: 2 ways of the ISR's test, with 9 the exchange fails for sure:
//   memory is 9: seen, exchange fails 1; not 9: exchange succeeds or fails 2; after: exchange succeeds, seen; fails, 9 or not 2; never 2.
// 2 + 3 + 3 + 2 = 10.
// executions: 10
// finals: seen=0; seen=1
#include <stdlib.h>

int *p, seen;

void isr_1(void) {
    if (p && *p == 9) seen = 1;
}

int main(void) {
    int expected = 5;
    int *q = malloc(sizeof *q);
    p = q;
    __atomic_compare_exchange_n(q, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
