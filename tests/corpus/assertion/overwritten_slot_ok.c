/* A mailbox for one measurement. The interrupt puts a new one into it only if main has taken the last; main gets every
   measurement that was accepted. */
// options: --property assertion --arrivals 2
#include <assert.h>
void enable_isr(int irq);

static volatile unsigned char full, slot;
static unsigned char number;

void isr_3(void) {
    if (full) return;
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

            assert(taken == last + 1);
            last = taken;
            full = 0;
        }
    }
    return 0;
}
