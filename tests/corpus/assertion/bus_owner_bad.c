/* A bus shared by main and a periodic interrupt; a transfer goes on by itself after it was started. Main looks whether the
   bus is free and takes it, and the interrupt may have taken it in between. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum owner { FREE, MAIN, SAMPLER };

extern volatile unsigned char BUS_START;

static volatile unsigned char busy;
static volatile enum owner owner;

static void start(enum owner who) {
    assert(owner == FREE); // a.1
    owner = who;
    BUS_START = (unsigned char)who;
}

void isr_5(void) {
    if (!busy) {
        busy = 1;
        start(SAMPLER);
    }
}

int main(void) {
    enable_isr(5);
    if (!busy) {
        busy = 1;
        start(MAIN);
    }
    return 0;
}
