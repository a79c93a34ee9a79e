/* The handler gets a count that lives only as long as the call, and gives it back before. */
// options: --property assertion
#include <assert.h>

static volatile unsigned *volatile count;
static volatile unsigned char ready;

void isr_1(void) {
    if (!ready) return;
    *count = 1;
    assert(ready);
}

static void measure(void) {
    volatile unsigned mine = 0;
    count = &mine;
    ready = 1;
    ready = 0;
}

int main(void) {
    measure();
    return 0;
}
