/* A mailbox for one byte: the interrupt fills it only when it is empty, main takes the byte. Main says that it is empty
   before it has read it, and the next byte may be written over the one that it is about to read. */
// options: --arrivals unbounded
// expect a: missing-volatile slot not-shown-harmful
// expect b: assertion
#include <assert.h>
void enable_isr(int irq);

extern volatile unsigned char LAMP;

static volatile unsigned char full;
static unsigned char slot;

void isr_1(void) {
    static unsigned char number;

    if (!full) {
        slot = number; // a.1
        number = (number + 1) & 3;
        full = 1;
    }
}

int main(void) {
    unsigned char wanted = 0;

    enable_isr(1);
    for (;;) {
        if (full) {
            unsigned char taken;

            full = 0;
            taken = slot; // a.2
            assert(taken == wanted); // b.1
            wanted = (wanted + 1) & 3;
            LAMP = taken;
        }
    }
}
