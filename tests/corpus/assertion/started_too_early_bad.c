/* Two constructors: the one that runs first, by its priority, lets the timer's interrupt come, whose period the other one
   sets. main has not begun yet. */
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);

static volatile unsigned char period;

void isr_1(void) {
    assert(period > 0); // a.1
}

__attribute__((constructor(200))) static void set_up(void) {
    period = 8;
}

__attribute__((constructor(110))) static void start(void) {
    enable_isr(1);
}

int main(void) {
    return 0;
}
