/*
 * The service jumper is looked at once, as the first thing, and its interrupt switched off. Interrupts are off when
 * main begins, so the jumper's never comes and the service branch is not taken.
 */
// options: --interrupts off
// unstarted: isr_1
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define JUMPER_IRQ 1
#define DIAL_IRQ 2

extern volatile uint8_t OUTPUT;
extern volatile uint8_t LIMIT;

static volatile uint8_t is_service;
static volatile uint8_t set_point = 10;

void isr_1(void) { is_service = 1; }

void isr_2(void) {
    set_point = 50;
}

int main(void) {
    disable_isr(JUMPER_IRQ);
    enable_isr(DIAL_IRQ);
    if (is_service) {
        OUTPUT = set_point;
        LIMIT = set_point + 5;
    }
    return 0;
}
