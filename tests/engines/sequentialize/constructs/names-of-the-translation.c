#include "seen.h"

static volatile int x = 1;
static int irq_enabled = 4, active = 2, count = 3;
int me = 8, raise = 3, section = 6;

void isr_1(void) {
    x++;
}

static int schedule(int t1) {
    int x = t1 * 2;
    {
        int x = 5;
        t1 += x;
    }
    return x + t1;
}

static int check(int result) {
    return result + 1;
}

static int may_start(int irq) {
    return irq;
}

int main(void) {
    enable_isr(1);
    int result = schedule(x) + check(irq_enabled) + active + count + me + raise + section + may_start(2);
    for (int x = 0; x < 2; x++) {
        int result = x;
        emit(result);
    }
    emit(result);
    int register_ = 3, nondet_uint8 = 2, assume = 1, t1 = 4;
    emit(register_ + nondet_uint8 + assume + t1);
    return result;
}
