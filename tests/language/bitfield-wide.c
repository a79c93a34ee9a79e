// A 40-bit field inside a 64-bit unit.
#include <stdint.h>

struct stamp {
    uint64_t time : 40;
    uint64_t source : 8;
    uint64_t kind : 16;
};

static struct stamp last;

void TIM2_IRQHandler(void) { last.time = last.time + 1; }

int main(void) {
    last.source = 4;
    last.kind = 2;
    return (int)(last.time >> 32);
}
