/* Status bits of one byte. Clearing one is a read and a write of all of them, made with the interrupt kept out. */
// options: --property assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char ERRORS;

static volatile struct {
    unsigned char overrun : 1;
    unsigned char level : 3;
    unsigned char ready : 1;
} status;
static volatile unsigned char completed;

void isr_2(void) {
    status.level = ERRORS & 7;
    status.ready = 1;
    completed = 1;
}

int main(void) {
    status.overrun = 1;
    enable_isr(2);
    disable_isr(2);
    status.overrun = 0;
    enable_isr(2);
    disable_isr(2);
    assert(!completed || status.ready);
    return 0;
}
