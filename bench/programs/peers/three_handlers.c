/* Three nested handlers of six accesses each over four shared bytes, and a main of many more: no access commutes with
   all others. Every byte decides the assertion, so that none can be left out. */
// options: --property assertion --arrivals 2 --interrupts on
#include <assert.h>

static volatile unsigned char a, b, c, d;

void isr_1(void) {
    unsigned char t = a;
    a = t + 1;
    t = b;
    b = t + 1;
    t = a;
    c = t;
}

void isr_2(void) {
    unsigned char t = c;
    b = t;
    t = c;
    c = t + 1;
    t = d;
    d = t + 1;
}

void isr_3(void) {
    unsigned char t = a;
    d = t;
    t = a;
    a = t + 1;
    t = d;
    b = t;
}

int main(void) {
    unsigned char t, u;
    for (unsigned char i = 0; i < 3; i++) {
        t = a;
        a = t + 1;
        t = a;
        u = b;
        b = (t + u) & 15;
        t = b;
        c = t;
        t = d;
        d = t + 1;
    }
    t = a;
    u = b;
    t ^= u;
    u = c;
    t ^= u;
    u = d;
    t ^= u;
    assert(t != 255);
    return 0;
}
