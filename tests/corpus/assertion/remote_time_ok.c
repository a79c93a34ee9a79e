/* Time stamps of 64 bits on a network. Main notes its own time and takes it again with the interrupt of the network kept
   out, which replaces it by the time of another node. */
// options: --property assertion --arrivals 2
#include <assert.h>
#include <stdint.h>
void enable_isr(int irq);
void disable_isr(int irq);

#define OWN_TIME 0x500000000000U
#define REMOTE_TIME 0x600000000000U

static volatile uint64_t stamp;
static volatile unsigned char messages;

void isr_1(void) {
    stamp = REMOTE_TIME;
    messages++;
}

int main(void) {
    uint64_t taken;

    enable_isr(1);
    disable_isr(1);
    stamp = OWN_TIME;
    taken = stamp;
    enable_isr(1);
    stamp = 0;
    if (messages == 1) {
        stamp = 1;
        assert(taken == OWN_TIME);
    }
    return 0;
}
