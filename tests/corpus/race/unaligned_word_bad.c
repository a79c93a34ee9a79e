/* A packed record from the wire holds a word at an odd address. Main reads the word, which is volatile but takes several
   accesses, while the interrupt marks its first byte: neither volatile nor the width makes that harmless. */
// options: --property race
// expect a: race reading.value
#include <core_cm4.h>

#define OUTPUT (*(volatile uint32_t *)0x40004408UL)

struct __attribute__((packed)) reading {
    uint8_t kind;
    volatile uint32_t value;
};

static struct reading reading;

void SysTick_Handler(void) {
    *(volatile uint8_t *)&reading.value = 1; // a.1
}

int main(void) {
    OUTPUT = reading.value; // a.2
    return 0;
}
