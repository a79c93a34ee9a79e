// A pointer kept in an integer, with a tag in its lowest bit.
#include <stdint.h>

static int value;
static volatile uintptr_t tagged;

void isr_1(void) {
    if (tagged & 1) {
        int *address = (int *)(tagged & ~(uintptr_t)1);
        *address = 8;
    }
}

int main(void) {
    tagged = (uintptr_t)&value | 1;
    return value;
}
