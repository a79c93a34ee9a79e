// BASEPRI holds a hardware priority in its upper 4 bits: 0x80 keeps out 8 and all less urgent ones. LOW has the hardware's 8 (Preempt's 8
// of 16), HIGH the hardware's 7 (9). The executions are those of ceiling.c: 19.
// platform: cortex-m
// isr: low:0:8
// isr: high:1:9
// executions: 19
// finals: x=3; x=1; x=2
#include <stdint.h>

void __set_BASEPRI(uint32_t value);

int x;

void low(void) { x = 1; }
void high(void) { x = 2; }

int main(void) {
    __set_BASEPRI(0x80);
    x = 3;
    __set_BASEPRI(0);
}
