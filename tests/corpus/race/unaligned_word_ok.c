/* The record from the wire is unpacked into one whose word is aligned. Main reads the word with one access, and the
   interrupt marks its first byte with another; both are volatile. */
// options: --property race
#include <core_cm4.h>

#define OUTPUT (*(volatile uint32_t *)0x40004408UL)

struct reading {
    uint8_t kind;
    volatile uint32_t value;
};

static struct reading reading;

void SysTick_Handler(void) {
    *(volatile uint8_t *)&reading.value = 1;
}

int main(void) {
    OUTPUT = reading.value;
    return 0;
}
