// PRIMASK saved and restored around two reads, entered with an open or a closed mask. Never a change inside the section;
// after it only if the mask was open before.
// platform: cortex-m
// isr: handler:0:1
// outcomes: 0 0 0; 0 0 1; 1 0 0
#include <preempt.h>
void __disable_irq(void);
uint32_t __get_PRIMASK(void);
void __set_PRIMASK(uint32_t value);

int x, out0, out1, out2;

void handler(void) { x++; }

int main(void) {
    int closed = preempt_nondet_bool();
    if (closed) __disable_irq();
    uint32_t saved = __get_PRIMASK();
    __disable_irq();
    int first = x;
    int second = x;
    __set_PRIMASK(saved);
    int third = x;
    out0 = closed;
    out1 = second - first;
    out2 = third - second;
}
