// A flexible array member behind a header in static storage.
#include <stdint.h>

struct message {
    uint8_t length;
    uint8_t data[];
};

static union {
    struct message message;
    uint8_t room[17];
} slot;

void isr_1(void) {
    slot.message.data[0] = 0x55;
    slot.message.length = 1;
}

int main(void) {
    int sum = 0;
    for (uint8_t i = 0; i < slot.message.length && i < 16; i++) sum += slot.message.data[i];
    return sum;
}
