/* A software receiver: the edge of a start bit switches the bit clock on, whose interrupt is more urgent. The frame is
   prepared by then. */
// options: --property assertion --arrivals 2 --interrupts off
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum { EDGE = 2, BIT_CLOCK = 5, BITS = 2 };

extern volatile unsigned char PIN;

static volatile unsigned char bits, shift, received;

void isr_2(void) { /* start bit */
    disable_isr(EDGE);
    shift = 0;
    bits = BITS;
    enable_isr(BIT_CLOCK);
}

void isr_5(void) { /* bit clock */
    assert(bits > 0);
    shift = (unsigned char)(shift << 1 | (PIN & 1));
    bits--;
    if (bits == 0) {
        received = shift;
        disable_isr(BIT_CLOCK);
        enable_isr(EDGE);
    }
}

int main(void) {
    enable_isr(EDGE);
    return received;
}
