// target: arm
// An increment with exclusive loads and stores.
#include <core_cm4.h>

static volatile uint32_t count;

static void increment(void) {
    uint32_t value;
    do {
        value = __LDREXW(&count) + 1;
    } while (__STREXW(value, &count) != 0);
    __DMB();
}

void TIM7_IRQHandler(void) { increment(); }

int main(void) {
    increment();
    return (int)count;
}
