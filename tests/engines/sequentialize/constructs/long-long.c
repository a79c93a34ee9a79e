#include "seen.h"

static volatile long long t = 0x7fffffff12345678LL;
static volatile unsigned long long u;
static volatile uint32_t lo;

void isr_1(void) {
    t++;
    u = lo;
}

int main(void) {
    enable_isr(1);
    t += 0x100000000LL;
    u = (unsigned long long)t * 3u;
    lo = (uint32_t)(u >> 32);
    emit((long)(t >> 40));
    emit((int)lo);
    emit((long)(u % 1000007u));
    emit((long)((long long)u / -7));
    double d = (double)t;
    emit(d > 1e18);
    u <<= 5;
    u |= 9;
    emit((int)(u & 0xffff));
    return 0;
}
