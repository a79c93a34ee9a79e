#include "seen.h"

static volatile int a = 3, b = 4;
static int n;

void isr_1(void) {
    a = -1;
    n++;
}

static int bump(int d) {
    n += d;
    return n;
}

int main(void) {
    enable_isr(1);
    int x = a > 2 ? bump(1) : bump(10);
    int y = (a++, b--) ? (a > 3 ? a-- : ++b) : n++;
    int z = (x && bump(5)) || bump(7);
    n += a == 3 && b == 3 && (bump(2), 1);
    int *p = y > 2 ? &x : &z;
    *p += 10;
    emit(x);
    emit(y);
    emit(z);
    emit(n);
    emit(a);
    emit(b);
    emit((x > 100 ?: 5));
    int w = ({ int q = a; q * 2; });
    emit(w);
    return n & 31;
}
