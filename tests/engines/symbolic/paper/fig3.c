// Fig. 3, violated: B enables A, which may write y between B's write and its read.
// verdict: violated
// isr: ISR_A:1:2
// isr: ISR_B:2:1
// interrupts: off
#include <assert.h>
void enable_isr(int irq);

enum { A = 1, B = 2 };

volatile int x, y;

void ISR_A(void) { y = 1; }

void ISR_B(void) {
    enable_isr(A);
    y = 2;
    x = 3 * y;
    assert(x == 6);
}

int main(void) {
    enable_isr(B);
    return 0;
}
