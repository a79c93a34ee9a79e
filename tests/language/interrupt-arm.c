// target: arm
// The interrupt attribute on ARM, and a 64-bit value that takes two accesses.
#include <stdint.h>

static volatile uint64_t nanoseconds;
static volatile uint32_t events;

__attribute__((interrupt("IRQ"))) void timer_isr(void) { nanoseconds += 1000; }
__attribute__((interrupt)) void gpio_isr(void) { events++; }

int main(void) {
    uint64_t now = nanoseconds;
    events = 0;
    return (int)(now >> 32);
}
