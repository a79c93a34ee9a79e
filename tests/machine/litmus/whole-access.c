// An aligned access as wide as the machine's is indivisible: the ISR never sees a part. main has 1 step: before, after, never: 3.
// platform: cortex-m
// isr: handler:0:1
// executions: 3
// finals: seen=0; seen=16909060
#include <stdint.h>

uint32_t x, seen;

void handler(void) { seen = x; }

int main(void) { x = 0x01020304; }
