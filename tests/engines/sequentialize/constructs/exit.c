#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

#include <stdlib.h>

static _Noreturn void die(int c) {
    emit(c);
    exit(c);
}

static int deep(int n) {
    if (n == 0) die(5);
    return deep(n - 1) + 1;
}

int main(void) {
    enable_isr(1);
    if (k == 0) deep(3);
    emit(1);
    return 2;
}
