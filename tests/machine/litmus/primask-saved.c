// PRIMASK saved and restored: the first section leaves the mask open as it was, the second one closed.
// A section has 5 steps (get, disable, W, R, set). Open are the gaps before get and disable of the first one, and after it: 3, and never: 4.
// platform: cortex-m
// isr: handler:0:1
// executions: 4
// finals: x=1 seen=1
#include <stdint.h>

void __disable_irq(void);
uint32_t __get_PRIMASK(void);
void __set_PRIMASK(uint32_t value);

int x, seen;

void handler(void) { x = 5; }

static void section(void) {
    uint32_t saved = __get_PRIMASK();
    __disable_irq();
    x = 1;
    seen = x;
    __set_PRIMASK(saved);
}

int main(void) {
    section();
    __disable_irq();
    section();
}
