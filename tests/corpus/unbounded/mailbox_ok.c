/* A mailbox for one byte: the interrupt fills it only when it is empty, main takes the byte and then says that it is
   empty. The flag alone keeps the two apart, for any number of interrupts. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
#include <assert.h>
void enable_isr(int irq);

extern volatile unsigned char LAMP;

static volatile unsigned char full;
static unsigned char slot;

void isr_1(void) {
    static unsigned char number;

    if (!full) {
        slot = number;
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

            taken = slot;
            full = 0;
            assert(taken == wanted);
            wanted = (wanted + 1) & 3;
            LAMP = taken;
        }
    }
}
