// Fig. 9, safe, without a mask operation: A acts only while it sees b0, the beginning of B; the rest is as in fig9.c.
// Edges: b0 before A's read of in_b by rf; a0 before m1 by ws; a1 before m1 by ni; a1 before b1 and m1 before b1 by rf. The order m0 b0 A m1 b1 b2
// satisfies them all, so po accepts it; in no nested execution does m1 come between b0 and b2.
// verdict: holds
// isr: ISR_A:1:2
// isr: ISR_B:2:1
#include <assert.h>

volatile int x, y, in_b;

void ISR_A(void) {
    if (in_b) {
        y = 1; /* a0 */
        x = 1; /* a1 */
    }
}

void ISR_B(void) {
    in_b = 1;             /* b0 */
    int sum = 10 * x + y; /* b1 */
    in_b = 0;             /* b2 */
    assert(sum != 12);
}

int main(void) {
    y = 0; /* m0 */
    y = 2; /* m1 */
    return 0;
}
