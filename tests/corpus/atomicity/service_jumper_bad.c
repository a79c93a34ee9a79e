/*
 * The service jumper is looked at once, as the first thing, and its interrupt switched off. Interrupts are on when
 * main begins, so the jumper's can come before main's first step and lead into the service branch, where the set point
 * is read twice.
 */
// options: --interrupts on
// expect a: atomicity RWR set_point harmful
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
    set_point = 50; // a.2
}

int main(void) {
    disable_isr(JUMPER_IRQ);
    enable_isr(DIAL_IRQ);
    if (is_service) {
        OUTPUT = set_point; // a.1
        LIMIT = set_point + 5; // a.3
    }
    return 0;
}
