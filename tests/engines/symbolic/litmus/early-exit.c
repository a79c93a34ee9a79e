// main ends early when it sees the ISR's write: 1 0. Otherwise it reads once more: 2 0 or 2 1.
// outcomes: 1 0; 2 0; 2 1
#include <stdlib.h>

int x, out0, out1;

void isr_1(void) { x = 1; }

int main(void) {
    if (x) {
        out0 = 1;
        exit(0);
    }
    out0 = 2;
    out1 = x;
}
