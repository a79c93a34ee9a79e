#include "seen.h"

static volatile int n = 5;

void isr_1(void) {
    n = 4;
}

static int sum(int k) {
    int a[k];
    int s = 0;
    for (int i = 0; i < k; i++) a[i] = i * i;
    for (int i = 0; i < k; i++) s += a[i];
    return s;
}

int main(void) {
    enable_isr(1);
    emit(sum(n));
    return 0;
}
