/* A running light: exactly one lamp is lit. The rotation takes the pattern twice, and between the two the interrupt may
   choose another lamp: two are lit, or none. */
// options: --property assertion
// expect a: assertion
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
        lit = (uint8_t)(lit << 1 | lit >> 7);
        LAMPS = lit;
    }
    disable_isr(1);
    assert(lit != 0 && (lit & (lit - 1)) == 0); // a.1
    return 0;
}
