// Each of two ISRs has an arrival point of the other. The urgent one may start inside of the other (10 10), never the other way round.
// isr: low:1:1
// isr: high:2:2
// interrupts: on
// outcomes: 0 0 0; 10 0 0; 10 10 0
#include <preempt.h>

int x, y, z, w, out0, out1, out2;

void high(void);

void low(void) {
    z++;
    int before = x;
    preempt_arrive(high);
    y = x - before;
}

void high(void) {
    int before = z;
    x += 10;
    preempt_arrive(low);
    w = z - before;
}

int main(void) {
    preempt_arrive(high);
    preempt_arrive(low);
    out0 = x;
    out1 = y;
    out2 = w;
}
