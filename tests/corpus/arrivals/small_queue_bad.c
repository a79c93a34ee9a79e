/* A queue of two, filled by an interrupt that does not look whether it is full: the third arrival is one too many. */
// options: --arrivals auto --property assertion
// expect a: assertion
#include <assert.h>
#include <stdint.h>
static volatile uint8_t count;

void SysTick_Handler(void) {
    if (count < 4) count++;
}

int main(void) {
    for (;;)
        assert(count <= 2); // a.1
}
