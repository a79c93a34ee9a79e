/* The record from the wire is unpacked into one whose word is aligned. It is volatile and as wide as the core's accesses:
   handing it over that way needs no more. */
// options: --property race
#include <core_cm4.h>

#define SENSOR (*(volatile uint32_t *)0x40004400UL)
#define OUTPUT (*(volatile uint32_t *)0x40004408UL)

struct reading {
    uint8_t kind;
    volatile uint32_t value;
};

static struct reading reading;

void SysTick_Handler(void) {
    reading.value = SENSOR & 0xFFFU;
}

int main(void) {
    OUTPUT = reading.value;
    return 0;
}
