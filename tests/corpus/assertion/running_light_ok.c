/* A running light: exactly one lamp is lit. The rotation takes the pattern once, whatever the interrupt chooses. */
// options: --property assertion
#include <assert.h>
#include <stdint.h>
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile uint8_t CHOICE, LAMPS;

static volatile uint8_t lit = 0x80;

void isr_1(void) {
    lit = (uint8_t)(1 << (CHOICE & 7));
}

int main(void) {
    enable_isr(1);
    for (int i = 0; i < 2; i++) {
        const uint8_t pattern = lit;
        lit = (uint8_t)(pattern << 1 | pattern >> 7);
        LAMPS = lit;
    }
    disable_isr(1);
    assert(lit != 0 && (lit & (lit - 1)) == 0);
    return 0;
}
