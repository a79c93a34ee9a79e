/*
 * The index pulse resets a revolution counter. It is kept out during the increment, at every speed.
 */
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define INDEX_IRQ 1
#define HIGH_SPEED 0x80

extern volatile uint8_t SPEED;

static volatile uint8_t revolutions = 5;

void isr_1(void) {
    revolutions = 0;
}

static void count_revolution(void) {
    (void)SPEED;

    disable_isr(INDEX_IRQ);
    revolutions++;
    enable_isr(INDEX_IRQ);
}

int main(void) {
    enable_isr(INDEX_IRQ);
    count_revolution();
    return 0;
}
