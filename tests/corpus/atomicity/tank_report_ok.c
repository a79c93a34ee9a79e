/*
 * With `--unit function`, two accesses belong together when one call of one function makes both. The report asks a
 * function for the level twice: each call is a unit of its own, so two answers may differ.
 */
// options: --unit function
#include <stdint.h>

void enable_isr(int irq);

extern volatile uint8_t DISPLAY;
extern volatile uint8_t PUMP;

static volatile uint8_t tank_level = 80;

void isr_1(void) {
    tank_level = 20;
}

static uint8_t level(void) { return tank_level; }

static void report(void) {
    DISPLAY = level();
    PUMP = level() < 50;
}

int main(void) {
    enable_isr(1);
    report();
    return 0;
}
