// Packing by pragma, and back.
#include <stdint.h>

#pragma pack(push, 2)
struct two {
    uint8_t first;
    uint32_t second;
};
#pragma pack(pop)

struct normal {
    uint8_t first;
    uint32_t second;
};

static struct two two;
static struct normal normal;

void isr_1(void) {
    two.second++;
    normal.second++;
}

int main(void) {
    two.first = (uint8_t)sizeof two;
    normal.first = (uint8_t)sizeof normal;
    return two.second == normal.second;
}
