/* A board may define a clock; this one does not, and the weak name is null: the time is what the interrupt counts. It
   stands still while it is read twice. */
// options: --property assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

__attribute__((weak)) unsigned read_clock(void);
extern const unsigned char board_revision __attribute__((weak));

static volatile unsigned ticks;

void isr_1(void) {
    ticks++;
}

static unsigned now(void) {
    if (read_clock)
        return read_clock();
    if (&board_revision)
        return board_revision;
    return ticks;
}

int main(void) {
    enable_isr(1);
    disable_isr(1);
    assert(now() - now() == 0);
    enable_isr(1);
    return 0;
}
