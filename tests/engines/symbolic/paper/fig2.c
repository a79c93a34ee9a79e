// Fig. 2, safe: A enables B and may be preempted by it, but nothing comes between B's own write and read of y.
// verdict: holds
// isr: ISR_A:1:1
// isr: ISR_B:2:2
// interrupts: off
#include <assert.h>
void enable_isr(int irq);

enum { A = 1, B = 2 };

volatile int x, y;

void ISR_A(void) {
    enable_isr(B);
    y = 1;
}

void ISR_B(void) {
    y = 2;
    x = 3 * y;
    assert(x == 6);
}

int main(void) {
    enable_isr(A);
    return 0;
}
