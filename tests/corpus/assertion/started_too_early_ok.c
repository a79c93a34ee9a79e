/* Two constructors: the one that runs first, by its priority, sets the timer's period, the other one lets its interrupt
   come. */
#include <assert.h>
void enable_isr(int irq);

static volatile unsigned char period;

void isr_1(void) {
    assert(period > 0);
}

__attribute__((constructor(110))) static void set_up(void) {
    period = 8;
}

__attribute__((constructor(200))) static void start(void) {
    enable_isr(1);
}

int main(void) {
    return 0;
}
