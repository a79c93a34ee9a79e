// The ISR between the two reads fails the assertion, which ends everything; otherwise main reads the ISR's write or not.
// outcomes: 0; 1; fails
#include <assert.h>

int x, out0;

void isr_1(void) { x = 1; }

int main(void) {
    int before = x;
    int after = x;
    assert(before == after);
    out0 = after;
}
