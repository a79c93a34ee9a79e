/* One macro, two assertions at one position: each can fail by itself, and each is a finding of its own. */
// options: --property assertion
// expect low: assertion
// expect high: assertion
#include <assert.h>

#define IN_RANGE(value, low, high) do { assert((value) >= (low)); assert((value) <= (high)); } while (0)

static volatile int offset;

void isr_1(void) {
    offset -= 5;
}

void isr_2(void) {
    offset += 5;
}

int main(void) {
    IN_RANGE(offset, -4, 4); // low.1 high.1
    return 0;
}
