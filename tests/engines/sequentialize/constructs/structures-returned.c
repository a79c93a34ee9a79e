#include "seen.h"

struct pair { int a, b; };
struct big { int v[8]; char c; };
static volatile int k;
static struct pair p;
static struct big bg;

void isr_1(void) {
    k++;
    p.a = 3;
}

static struct pair mk(int a, int b) {
    struct pair q = { a, b };
    return q;
}

static struct big mb(struct big in, int x) {
    in.v[x & 7] += x;
    in.c = 'q';
    return in;
}

int main(void) {
    enable_isr(1);
    p = mk(1, k);
    struct pair z = mk(p.b + 4, p.a);
    bg = mb(bg, 3);
    bg = mb(bg, 5);
    emit(z.a * 100 + z.b);
    emit(bg.v[3] + bg.v[5] * 10 + bg.c);
    emit(mk(8, 9).b);
    return 0;
}
