/* Nothing in the sources calls sys_tick_handler: the vector table is in a file of the vendor's. By its name it is a handler,
   and comes between the two halves of an update. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
static volatile unsigned low, high;
volatile unsigned seconds;

void uart_isr(void) { seconds++; }

void sys_tick_handler(void) {
    assert(low == high); // a.1
}

int main(void) {
    low = 1;
    high = 1;
    return 0;
}
