#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static const volatile int cv = 4;
const int limits[] = { 10, 20 };
static const struct { uint8_t a; const char *b; } rows[] = { { 1, "x" }, { 2, "yy" } };
extern const int later;
static volatile int neg = -2147483647 - 1;
static unsigned long long huge = 18446744073709551615ull;
static long long minll = -9223372036854775807ll - 1;
static int hex = 0xffffffff;

int main(void) {
    enable_isr(1);
    emit(cv + limits[1]);
    emit(rows[1].b[1] + rows[0].a);
    emit(later);
    emit(neg == -2147483648LL);
    emit(huge == ~0ull);
    emit(minll < 0);
    emit(hex);
    emit(neg / 2);
    emit((unsigned)neg / 3);
    emit(neg % 7);
    emit(huge % 1000);
    emit((long)(minll / 10));
    emit(neg >> 31);
    emit(1.0 / 3 > 0.3333);
    emit((int)-2.7f);
    emit((unsigned char)30.0);
    return 0;
}

const int later = 6;
