/* A budget that main and an interrupt draw on, each by an arbitrary amount within what is left. Main looks and draws
   with the interrupt kept out. */
// options: --property assertion
#include <assert.h>
#include <stdint.h>
void enable_isr(int irq);
void disable_isr(int irq);
uint16_t __VERIFIER_nondet_ushort(void);
void __VERIFIER_assume(int condition);

#define FULL 1000

static volatile uint16_t left;

static void draw(uint16_t most) {
    const uint16_t amount = __VERIFIER_nondet_ushort();

    __VERIFIER_assume(amount <= most);
    if (amount <= left) left -= amount;
}

void isr_1(void) {
    draw(50);
}

int main(void) {
    left = __VERIFIER_nondet_ushort();
    __VERIFIER_assume(left <= FULL);
    enable_isr(1);
    disable_isr(1);
    draw(200);
    enable_isr(1);
    disable_isr(1);
    assert(left <= FULL);
    return 0;
}
