// Anonymous unions and structs: members are reached as if they were the outer struct's.
#include <stdint.h>

struct packet {
    uint8_t kind;
    union {
        uint16_t word;
        struct {
            uint8_t low;
            uint8_t high;
        };
    };
};

static volatile struct packet packet;

void isr_1(void) {
    packet.high = 0x12;
    packet.kind = 1;
}

int main(void) {
    packet.low = 0x34;
    return packet.word == 0x1234;
}
