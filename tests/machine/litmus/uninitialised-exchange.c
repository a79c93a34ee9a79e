// An exchange of 5 for 9 on uninitialised memory goes both ways, and what was there is the same for all. main has 2 steps (W p, exchange).
//   ISR before W p: it finds no pointer; the exchange succeeds or fails                                      2
//   before the exchange: it finds 9, the exchange fails; or not 9, the exchange succeeds or fails             3
//   after it: the exchange succeeds and it finds 9; or fails, and it finds 9 or not                           3
//   never: the exchange succeeds or fails                                                                    2
// 10.
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
