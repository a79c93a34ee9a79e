// The interrupt writes two of the four bytes that main reads at once.
#include <stdint.h>
#include <string.h>

static union {
    uint32_t whole;
    uint16_t half[2];
    uint8_t byte[4];
} cell;

void isr_1(void) { cell.half[1] = 0xABCD; }
void isr_2(void) { memset(&cell.byte[1], 0, 2); }

int main(void) {
    uint32_t a = cell.whole;
    uint32_t b = cell.whole;
    return a != b;
}
