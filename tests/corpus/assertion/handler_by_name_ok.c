/* Nothing calls error_handler, either; but that is no name of an interrupt. */
// options: --property assertion
#include <assert.h>
static volatile unsigned low, high;
volatile unsigned seconds;

void uart_isr(void) { seconds++; }

void error_handler(void) {
    assert(low == high);
}

int main(void) {
    low = 1;
    high = 1;
    return 0;
}
