#include "seen.h"

static volatile int lvl, c;
static int log_[16];
static volatile unsigned char i;

void isr_1(void) {
    lvl++;
    log_[i++ & 15] = 1;
    lvl--;
}

void isr_2(void) {
    lvl++;
    log_[i++ & 15] = 2;
    c += lvl;
    lvl--;
}

void isr_3(void) {
    disable_isr(1);
    c *= 2;
    enable_isr(1);
}

int main(void) {
    enable_isr(-1);
    for (int k = 0; k < 3; k++) {
        c++;
        i += 1;
    }
    disable_isr(2);
    emit(c);
    emit(i);
    emit(log_[0]);
    return c;
}
