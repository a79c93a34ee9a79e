/* Every third tick is a second. Within two arrivals no second passes at all, and nothing of it is seen. */
// options: --arrivals auto
// expect a: atomicity RWW seconds harmful
#include <stdint.h>
static volatile uint8_t ticks, seconds;

void SysTick_Handler(void) {
    if (++ticks == 3) {
        ticks = 0;
        seconds ^= 1; // a.2
    }
}

int main(void) {
    for (;;)
        seconds |= 2; // a.1 a.3
}
