// exit() ends everything: no ISR starts after it. Between the last visible step and exit() one may.
// main has 1 step: before it, between it and exit(), never: 3.
// executions: 3
// finals: x=1; x=5
#include <stdlib.h>

int x;

void isr_1(void) { x = 5; }

int main(void) {
    x = 1;
    exit(0);
}
