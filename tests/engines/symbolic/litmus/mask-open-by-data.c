// The mask is written with arbitrary data: PRIMASK is its bit 0, so 0 and 2 open it, 1 and 3 close it. It is closed before. Between main's reads
// the handler comes only if it was opened.
// platform: cortex-m
// isr: handler:0:1
// outcomes: 0 0; 0 1; 1 0; 2 0; 2 1; 3 0
#include <preempt.h>
void __disable_irq(void);
void __set_PRIMASK(uint32_t value);

int x, out0, out1;

void handler(void) { x++; }

int main(void) {
    __disable_irq();
    uint32_t value = preempt_nondet_u32();
    preempt_assume(value < 4);
    int before = x;
    __set_PRIMASK(value);
    int after = x;
    out0 = (int)value;
    out1 = after - before;
}
