/* Four levels of interrupts that come any number of times and pass numbers up and down a ladder, for ever. */
// options: --property assertion --arrivals unbounded --interrupts on
#include <assert.h>

static volatile unsigned char rung[4];

static void step(unsigned char from, unsigned char to) {
    unsigned char t = rung[from];
    unsigned char u = rung[to];
    rung[to] = (t + u + 1) & 7;
}

void isr_1(void) { step(0, 1); }
void isr_2(void) { step(1, 2); }
void isr_3(void) { step(2, 3); }

int main(void) {
    for (;;) {
        unsigned char t = rung[3];
        unsigned char u = rung[0];
        assert(t < 8);
        rung[0] = (u + t) & 7;
    }
}
