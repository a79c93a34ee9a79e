#include "seen.h"

struct msg { uint8_t len; uint16_t data[]; };
static uint8_t pool[32] __attribute__((aligned(4)));
static struct msg *volatile cur;

void isr_1(void) {
    if (cur) cur->data[1] = 77;
}

static struct { int n; char t[]; } fixed = { 3, { 'a', 'b', 'c' } };

int main(void) {
    enable_isr(1);
    struct msg *m = (struct msg *)pool;
    m->len = 3;
    for (int i = 0; i < m->len; i++) m->data[i] = (uint16_t)(i + 5);
    cur = m;
    emit(cur->data[2]);
    emit(cur->data[1]);
    emit(pool[2]);
    emit(fixed.t[fixed.n - 1]);
    return 0;
}
