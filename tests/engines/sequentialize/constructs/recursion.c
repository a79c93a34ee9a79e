#include "seen.h"

static volatile int depth;

void isr_1(void) {
    depth = 1;
}

static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static int odd(int n);

static int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n) {
    return n == 0 ? depth : even(n - 1);
}

int main(void) {
    enable_isr(1);
    emit(fib(10));
    emit(even(7));
    emit(even(8));
    return 0;
}
