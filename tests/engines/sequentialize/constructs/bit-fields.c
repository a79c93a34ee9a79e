#include "seen.h"

struct flags { unsigned a : 3; int b : 5; unsigned c : 1; unsigned long long d : 33; };
volatile struct flags f;
static struct flags g = { 5, -7, 1, 0x1ffffffffULL };

void isr_1(void) {
    f.b = (int)f.a - 5;
    f.c ^= 1u;
    g.d++;
}

int main(void) {
    enable_isr(1);
    f.a = 6;
    f.b = -3;
    f.c = 1;
    g.d -= 3;
    g.a += 4;
    struct flags l = g;
    l.b--;
    emit(f.a);
    emit(f.b);
    emit(f.c);
    emit((long)g.d);
    emit(g.a);
    emit(l.b);
    emit((long)l.d);
    return 0;
}
