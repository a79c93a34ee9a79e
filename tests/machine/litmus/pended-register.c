// PendSV starts only after bit 28 of SCB->ICSR was written as one. main has 3 steps; the gaps behind the write are 2, and never: 3.
// platform: cortex-m
// executions: 3
// finals: x=3; x=2
#include <stdint.h>

int x;

void PendSV_Handler(void) { x = 2; }

int main(void) {
    x = 1;
    *(volatile uint32_t *)0xE000ED04 = 1u << 28;
    x = 3;
}
