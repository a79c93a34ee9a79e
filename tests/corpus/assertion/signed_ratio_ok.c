/* A controller divides an error by a span that the interrupt measures. Main tests the very span that it divides by. */
// options: --property assertion
#include <assert.h>
#include <stdint.h>
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile int8_t ERROR, SPAN;

static volatile int8_t span = 4;

void isr_7(void) {
    span = SPAN | 1;
}

int main(void) {
    const int8_t error = ERROR;
    int step = 0;

    enable_isr(7);
    const int8_t divisor = span;
    if (divisor > 0) step = error * 16 / divisor;
    assert(error < 0 ? step <= 0 : step >= 0);
    return 0;
}
