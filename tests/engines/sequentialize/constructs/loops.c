#include "seen.h"

static volatile int go, i;

void isr_1(void) {
    go = 1;
    i++;
}

int main(void) {
    int n = 0, k;
    enable_isr(1);
    do {
        n++;
        if (n == 2) continue;
        if (n == 5) break;
        for (k = 0;; k++) {
            if (k > n) break;
            if (k & 1) continue;
            i += k;
        }
    } while (!go && n < 9);
    emit(n);
    emit(i);
    for (int a = 0, b = 10; a < b; a += 3, b--) emit(a * b);
    while (i --> 0) if (i % 5 == 0) {
        emit(i);
        if (i < 3) return 7;
    }
    return 0;
}
