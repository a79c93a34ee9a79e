#include "seen.h"

static volatile unsigned char st;
static int r;

void isr_1(void) {
    st = 2;
}

static int step(int s) {
    int acc = 0;
    switch (s) {
    case 0:
        acc += 1;
        /* fallthrough */ case 1: acc += 10;
    case 2:
        acc += 100;
        break;
    case 5 ... 7:
        acc = 5;
        break;
    default:
        acc = -1;
    case 9:
        acc *= 3;
    }
    return acc;
}

int main(void) {
    enable_isr(1);
    for (int i = 0; i < 11; i++) emit(step(i));
    switch (st) {
    case 0:
        r = 1;
    case 2:
        r += 2;
        if (r > 2) break;
        r = 9;
    default:
        r += 50;
    }
    emit(r);
    return 0;
}
