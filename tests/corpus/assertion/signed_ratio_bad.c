/* A controller divides an error by a span that the interrupt measures. Main sees a positive span and divides by the next
   one, which may be negative, and steers the wrong way. */
// options: --property assertion
// expect a: assertion
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
    if (span > 0) step = error * 16 / span;
    assert(error < 0 ? step <= 0 : step >= 0); // a.1
    return 0;
}
