/* The handler gets a count that lives only as long as the call. It comes right before the call returns, when all is
   still there; a moment later it would write to nothing. */
// options: --property assertion
// expect a: assertion
#include <assert.h>

static volatile unsigned *volatile count;
static volatile unsigned char ready;

void isr_1(void) {
    if (!ready) return;
    *count = 1; // undefined
    assert(!ready); // a.1
}

static void measure(void) {
    volatile unsigned mine = 0;
    count = &mine;
    ready = 1;
}

int main(void) {
    measure();
    return 0;
}
