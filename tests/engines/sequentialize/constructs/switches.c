#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static int s1(long long v) {
    switch (v) {
    case -1:
        return 1;
    case 0x7fffffffffLL:
        return 2;
    case 5:
        return 3;
    }
    return 4;
}

static int s2(signed char c) {
    switch (c) {
    case 'a':
    case 'b':
        return 1;
    case -128:
        return 2;
    default:
        return (unsigned char)c;
    }
}

static int s3(unsigned e) {
    int n = 0;
    for (;; e++) switch (e) {
    case 0:
        continue;
    case 1:
        n++;
        continue;
    case 2:
        if (n) break;
        return -1;
    case 4:
        return n;
    default:
        n += 10;
    }
}

int main(void) {
    enable_isr(1);
    emit(s1(-1) + s1(0x7fffffffffLL) * 10 + s1(5) * 100 + s1(6) * 1000);
    emit(s2('b'));
    emit(s2(-128));
    emit(s2(-5));
    emit(s3(0));
    switch (k) {
    }
    switch (k + 1) default: emit(8);
    switch (k) {
        int z;
    case 0:
        z = 4;
        emit(z);
    }
    return 0;
}
