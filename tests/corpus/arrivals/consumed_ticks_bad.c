/* Ticks are counted up by the interrupt and down by main. One arrival alone never meets the decrement: there is nothing
   to count down before it. */
// options: --arrivals auto
// expect a: atomicity RWW n harmful
// expect b: atomicity RWR n not-shown-harmful
#include <stdint.h>
static volatile uint8_t n;

void SysTick_Handler(void) {
    n++; // a.2 b.2
}

int main(void) {
    for (;;) {
        if (n > 0) // b.1
            n--;   // a.1 a.3 b.3
    }
}
