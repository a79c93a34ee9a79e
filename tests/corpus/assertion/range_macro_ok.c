/* One macro, two assertions at one position: both allow for what the interrupts do. */
// options: --property assertion
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
    IN_RANGE(offset, -5, 5);
    return 0;
}
