// Fig. 6 to 8, safe: A comes before B's write of y and has written x when B reads it, or after that and reads B's y: not both a and b are 1.
// verdict: holds
// isr: ISR_A:1:2
// isr: ISR_B:2:1
// interrupts: off
#include <assert.h>
void enable_isr(int irq);

enum { A = 1, B = 2 };

volatile unsigned x = 0, y = 0;
volatile unsigned a = 0, b = 0;

void ISR_A(void) {
    x = 1;
    a = y + 1;
}

void ISR_B(void) {
    enable_isr(A);
    y = 1;
    b = x + 1;
}

int main(void) {
    enable_isr(B);
    assert(!(a == 1 && b == 1));
    return 0;
}
