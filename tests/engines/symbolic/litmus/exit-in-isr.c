// exit() in an ISR ends everything, main as well: out0 is one more than what main had written by then; 0 if the ISR never came.
// outcomes: 0; 1; 2; 3
#include <stdlib.h>

int x, out0;

void isr_1(void) {
    out0 = x + 1;
    exit(0);
}

int main(void) {
    x = 1;
    x = 2;
}
