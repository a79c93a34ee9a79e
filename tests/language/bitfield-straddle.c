// A bit-field that would not fit into the rest of its unit, and the padding that follows.
#include <stdint.h>

struct header {
    uint8_t version : 3;
    uint16_t length : 11;
    uint8_t flags : 5;
    uint32_t sequence : 20;
};

static struct header current;

void isr_1(void) {
    current.sequence = (current.sequence + 1) & 0xFFFFF;
    current.length = 64;
}

int main(void) {
    current.version = 2;
    current.flags = 9;
    return current.length == 64 && current.sequence != 0;
}
