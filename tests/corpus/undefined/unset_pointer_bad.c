/* Nothing sets the pointer that main follows first: every execution ends there, and that the assertion behind it is never
   seen to fail is no proof. */
// verdict: atomicity unknown
// verdict: race unknown
// verdict: assertion unknown
// verdict: deadlock unknown
#include <assert.h>

struct driver {
    volatile int opened;
};

static struct driver uart;
static struct driver *console;
static volatile int ticks;

void isr_1(void) {
    ticks = 1;
}

int main(void) {
    console->opened = 1; // undefined
    assert(ticks == 0);
    return 0;
}
