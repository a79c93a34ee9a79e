// Fig. 9, safe: B would have to see A's x and, with it, main's second y, written after A's. But A runs inside B, and main cannot go on before B ends.
// Edges: a0 before m1 by ws, so a1 before m1 by ni; a1 before b1 by rf; m1 before b1 by rf. Between B and main stands only the enabling b0, no common
// location: po has no cycle. precise has b2 before m1, since b0 comes before a0 and that before m1: the cycle m1, b1, b2.
// verdict: holds
// isr: ISR_A:1:2
// isr: ISR_B:2:1
// interrupts: off
#include <assert.h>
void enable_isr(int irq);

enum { A = 1, B = 2 };

volatile int x, y, b;

void ISR_A(void) {
    y = 1; /* a0 */
    x = 1; /* a1 */
}

void ISR_B(void) {
    enable_isr(A);        /* b0 */
    int sum = 10 * x + y; /* b1 */
    b = sum;              /* b2 */
    assert(sum != 12);
}

int main(void) {
    enable_isr(B); /* m0 */
    y = 2;         /* m1 */
    return 0;
}
