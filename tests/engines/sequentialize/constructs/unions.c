#include "seen.h"

union u { uint32_t w; uint16_t h[2]; struct { uint8_t lo, b1, b2, hi; } s; float f; };
static union u shared;
static union u table[3] = { { .w = 0x01020304 }, { .h = { 7, 8 } }, { .f = 1.5f } };

void isr_1(void) {
    shared.s.hi = 9;
    table[1].h[0]++;
}

int main(void) {
    enable_isr(1);
    shared.w = 0xdeadbeef;
    shared.h[1] ^= 0x1234;
    shared.s.lo = table[0].s.b1;
    emit(shared.w);
    emit(table[1].w);
    emit(table[2].w);
    union u l;
    l.f = 2.5f;
    emit(l.s.hi);
    return (int)(shared.w & 63);
}
