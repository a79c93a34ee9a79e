// Each read of a device register gives an arbitrary value: 2 reads, 2 ways each: 4.
// platform: avr
// executions: 4
// finals: a=0 b=0; a=0 b=1; a=1 b=0; a=1 b=1
#include <avr/io.h>

uint8_t a, b;

int main(void) {
    if (PINB & 1) a = 1;
    if (PINB & 1) b = 1;
}
