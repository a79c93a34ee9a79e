// A float's bits read through a union.
#include <stdint.h>

union pun {
    float number;
    uint32_t bits;
    uint8_t bytes[4];
};

static union pun shared;
uint32_t exponent;

void isr_1(void) { shared.number = 1.5f; }

int main(void) {
    shared.bits = 0;
    exponent = (shared.bits >> 23) & 0xFF;
    shared.bytes[3] ^= 0x80;
    return shared.number < 0;
}
