#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

struct t3 { int a, b, c; };
struct f2 { float x, y; };
struct d3 { double a; long b; char c; };
struct m { char c; long l; };

static struct t3 mk3(int a) {
    return (struct t3){ a, a * 2, a * 3 };
}

static struct f2 mkf(float a) {
    struct f2 r = { a, a + 1 };
    return r;
}

static struct d3 mkd(struct t3 t, struct f2 f) {
    struct d3 r = { f.x * t.a, t.b, (char)t.c };
    return r;
}

static struct m mm(struct m in) {
    in.c++;
    in.l--;
    return in;
}

static struct t3 g3;
static struct m gm = { 'a', 7 };

int main(void) {
    enable_isr(1);
    g3 = mk3(k + 2);
    struct d3 d = mkd(g3, mkf(1.5f));
    gm = mm(gm);
    emit(g3.c);
    emit((long)d.a);
    emit(d.b);
    emit(d.c);
    emit(gm.c);
    emit(gm.l);
    emit(mk3(9).b);
    return 0;
}
