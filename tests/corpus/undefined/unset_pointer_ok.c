/* A constructor sets the pointer that main follows: what comes behind is seen, and the assertion allows for it. */
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

__attribute__((constructor)) static void open_console(void) {
    console = &uart;
}

int main(void) {
    console->opened = 1;
    assert(ticks == 0 || console->opened == 1);
    return 0;
}
