#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static volatile unsigned v = 0x00f0u;
static volatile unsigned long long w = 1ull << 40;
static volatile int big = 0x7fffffff;

int main(void) {
    enable_isr(1);
    if (__builtin_expect(v > 3, 1)) emit(1);
    emit(__builtin_popcount(v));
    emit(__builtin_clz(v));
    emit(__builtin_ctz(v));
    emit(__builtin_bswap32(v));
    emit(__builtin_ctzll(w));
    emit(__builtin_ffs((int)v));
    int r;
    emit(__builtin_add_overflow(big, 1, &r));
    emit(r);
    emit(__builtin_mul_overflow((int)v, 3, &r));
    emit(r);
    emit(__builtin_parity(v));
    emit(__builtin_abs(-3));
    emit((v << 3 | v >> 29));
    unsigned char c;
    emit(__builtin_sub_overflow(1, 2, &c));
    emit(__builtin_bswap16(0x1234));
    return 0;
}
