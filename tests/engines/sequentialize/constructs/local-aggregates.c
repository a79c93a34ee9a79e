#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

struct in { int a[3]; char t[4]; };

static int use(const struct in *p, int n) {
    return p->a[n] + p->t[0];
}

static volatile int sel = 1;

int main(void) {
    enable_isr(1);
    struct in x = { { 1, 2, 3 }, "abc" }, y = { .a = { [2] = 9 } }, z;
    z = sel ? x : y;
    z.a[sel] += 5;
    int m[2][2] = { { 1 }, { 2, 3 } };
    char s[] = "local";
    s[0] = (char)('L' + sel - 1);
    const int prim[] = { 2, 3, 5, 7 };
    emit(use(&z, 1));
    emit(use(&y, 2));
    emit(m[1][0] + m[0][1]);
    emit(s[0] + s[4]);
    emit(prim[sel + 1]);
    struct in *p = sel ? &x : &y;
    p->a[0] = 77;
    emit(x.a[0]);
    int *q = &m[sel][0];
    *q++ = 4;
    emit(m[1][0]);
    {
        struct in x = { { 8 } };
        emit(x.a[0]);
    }
    emit(sizeof s);
    return 0;
}
