// Fig. 9, violated: as fig9-data.c, but A also acts outside B. A, then main's second write, then B is a nested execution with sum 12.
// verdict: violated
// isr: ISR_A:1:2
// isr: ISR_B:2:1
#include <assert.h>

volatile int x, y, in_b;

void ISR_A(void) {
    y = 1; /* a0 */
    x = 1; /* a1 */
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
