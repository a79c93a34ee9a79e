// Shifts of signed, unsigned and narrow types.
#include <stdint.h>

static volatile uint8_t mask = 1;
static int32_t value = -64;
static uint64_t wide = 1;

void isr_1(void) { mask = (uint8_t)(mask << 1); }

int main(void) {
    uint8_t bit = mask;
    value >>= 3;
    wide <<= 40 + (bit & 7);
    return value == -8 && (wide >> 41) == 1;
}
