// target: avr
// signal and interrupt attributes; a 16-bit counter on an 8-bit machine.
#include <stdint.h>

static volatile uint16_t ticks;
static volatile uint8_t flags;

__attribute__((signal)) void __vector_16(void) { ticks++; }
__attribute__((interrupt)) void __vector_1(void) { flags |= 1; }

int main(void) {
    uint16_t now = ticks;
    flags &= (uint8_t)~1;
    return now > 100;
}
