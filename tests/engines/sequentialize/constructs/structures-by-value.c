#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

struct big { int v[10]; };
static struct big g = { { 1, 2, 3 } };

static int sum(struct big b, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += b.v[i];
        b.v[i] = 0;
    }
    return s;
}

static struct big twice(struct big b) {
    for (int i = 0; i < 10; i++) b.v[i] *= 2;
    return b;
}

int main(void) {
    enable_isr(1);
    emit(sum(g, 3));
    emit(g.v[1]);
    g = twice(g);
    emit(sum(twice(g), 10));
    return g.v[2];
}
