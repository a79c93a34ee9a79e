// Packed: members are not aligned, their accesses may be torn anywhere.
#include <stdint.h>

struct __attribute__((packed)) frame {
    uint8_t kind;
    uint32_t value;
    uint16_t check;
};

static volatile struct frame frame;

void isr_1(void) {
    frame.value = 0x11223344;
    frame.check = 0x5566;
}

int main(void) {
    frame.kind = 1;
    return frame.value != 0 && frame.check == 0;
}
