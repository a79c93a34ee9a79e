// Compile-time checks at file scope, in a struct and in a block.
#include <stdint.h>

_Static_assert(sizeof(uint32_t) == 4, "32 bits");

struct wire {
    uint8_t kind;
    uint8_t body[3];
    _Static_assert(sizeof(uint8_t[3]) == 3, "no padding");
};

static struct wire wire;

void isr_1(void) { wire.body[0] = wire.kind; }

int main(void) {
    _Static_assert(sizeof wire == 4, "fits a word");
    wire.kind = 6;
    return wire.body[0];
}
