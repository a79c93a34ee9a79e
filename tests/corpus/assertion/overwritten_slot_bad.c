/* A mailbox for one measurement. The interrupt puts each new one into it, whether or not main has taken the last: two
   interrupts in a row, and one measurement is gone. It takes two arrivals to see that. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);

static volatile unsigned char full, slot;
static unsigned char number;

void isr_3(void) {
    number++;
    slot = number;
    full = 1;
}

int main(void) {
    unsigned char last = 0;

    enable_isr(3);
    for (int i = 0; i < 3; i++) {
        if (full) {
            const unsigned char taken = slot;

            assert(taken == last + 1); // a.1
            last = taken;
            full = 0;
        }
    }
    return 0;
}
