// A register seen as a whole and as its fields.
#include <stdint.h>

union control {
    uint32_t word;
    struct {
        uint32_t enable : 1;
        uint32_t mode : 3;
        uint32_t divider : 12;
    } field;
};

static volatile union control control;

void isr_1(void) { control.field.enable = 0; }

int main(void) {
    control.word = 0x00000123;
    control.field.mode = 5;
    return (int)(control.word & 1);
}
