/* A main loop that closes single interrupts while it changes what they share, four handlers of which two nest, any number
   of arrivals. */
// options: --property assertion --arrivals unbounded --interrupts on --isr isr_1:1:1 --isr isr_2:2:1 --isr isr_3:3:2 --isr isr_4:4:3
#include <assert.h>

void enable_isr(int);
void disable_isr(int);

static volatile unsigned char count, owner, tick, seen;

void isr_1(void) {
    unsigned char c = count;
    if (c < 6) count = c + 1;
}

void isr_2(void) {
    unsigned char o = owner;
    unsigned char t = tick;
    if (o == 0) owner = 1 + (t & 3);
}

void isr_3(void) {
    unsigned char t = tick;
    tick = (t + 1) & 31;
}

void isr_4(void) {
    unsigned char t = tick;
    unsigned char s = seen;
    if (t > s) seen = t;
}

int main(void) {
    for (;;) {
        disable_isr(1);
        unsigned char c = count;
        if (c > 0) count = c - 1;
        enable_isr(1);
        disable_isr(2);
        unsigned char o = owner;
        if (o != 0) owner = 0;
        enable_isr(2);
        unsigned char s = seen;
        assert(s < 32);
        if (s == 31) seen = 0;
    }
}
