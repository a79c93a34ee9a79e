// Counting and reversing bits.
#include <stdint.h>

static volatile uint32_t pending = 0x00F0;
static uint64_t wide = 0x0102030405060708;
int results[8];

void isr_1(void) { pending |= 1; }

int main(void) {
    uint32_t p = pending | 2;
    results[0] = __builtin_popcount(p);
    results[1] = __builtin_clz(p);
    results[2] = __builtin_ctz(p);
    results[3] = __builtin_ffs((int)p);
    results[4] = __builtin_parity(p);
    results[5] = (int)__builtin_bswap32(p);
    results[6] = __builtin_bswap16((uint16_t)p);
    results[7] = __builtin_popcountll(__builtin_bswap64(wide));
    return results[0];
}
