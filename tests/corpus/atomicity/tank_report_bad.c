/*
 * With `--unit function`, two accesses belong together when one call of one function makes both. The report reads the
 * level twice itself, and the float switch may change it in between.
 */
// options: --unit function
// expect a: atomicity RWR tank_level harmful
#include <stdint.h>

void enable_isr(int irq);

extern volatile uint8_t DISPLAY;
extern volatile uint8_t PUMP;

static volatile uint8_t tank_level = 80;

void isr_1(void) {
    tank_level = 20; // a.2
}

static void report(void) {
    DISPLAY = tank_level; // a.1
    PUMP = tank_level < 50; // a.3
}

int main(void) {
    enable_isr(1);
    report();
    return 0;
}
