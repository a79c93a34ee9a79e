/*
 * The index pulse resets a revolution counter. Only at high speed does the author keep it out during the increment,
 * but the pulse comes at low speed as well.
 */
// expect a: atomicity RWW revolutions harmful
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define INDEX_IRQ 1
#define HIGH_SPEED 0x80

extern volatile uint8_t SPEED;

static volatile uint8_t revolutions = 5;

void isr_1(void) {
    revolutions = 0; // a.2
}

static void count_revolution(void) {
    const uint8_t is_fast = SPEED & HIGH_SPEED;

    if (is_fast) disable_isr(INDEX_IRQ);
    revolutions++; // a.1 a.3
    if (is_fast) enable_isr(INDEX_IRQ);
}

int main(void) {
    enable_isr(INDEX_IRQ);
    count_revolution();
    return 0;
}
