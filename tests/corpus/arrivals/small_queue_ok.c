/* A queue of two, filled by an interrupt that looks whether it is full. */
// options: --arrivals auto --property assertion
// verdict: assertion holds unbounded
#include <assert.h>
#include <stdint.h>
static volatile uint8_t count;

void SysTick_Handler(void) {
    if (count < 2) count++;
}

int main(void) {
    for (;;)
        assert(count <= 2);
}
