#include "seen.h"

struct __attribute__((packed)) p { uint8_t a; uint32_t b; uint16_t c; };
static volatile struct p g;
static struct p arr[2] = { { 1, 2, 3 }, { 4, 5, 6 } };

void isr_1(void) {
    g.b++;
}

struct outer { struct { int a, b; }; union { int u; short h[2]; }; const int k; } o = { { 1, 2 }, { 3 }, 4 };

int main(void) {
    enable_isr(1);
    g.b = 0x11223344;
    g.c = arr[1].c;
    arr[0].b += g.b;
    emit(arr[0].b);
    emit(g.c);
    emit(((uint8_t *)&arr[0])[1]);
    o.a += o.u;
    emit(o.a + o.h[0] + o.k);
    emit(sizeof(struct p));
    return 0;
}
