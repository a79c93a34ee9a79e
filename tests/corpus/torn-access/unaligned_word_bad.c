/* A packed record from the wire holds a word at an odd address. It is volatile and a word wide, but not aligned, so the
   core needs several accesses for it. */
// options: --property race
// expect a: torn-access reading.value
#include <core_cm4.h>

#define SENSOR (*(volatile uint32_t *)0x40004400UL)
#define OUTPUT (*(volatile uint32_t *)0x40004408UL)

struct __attribute__((packed)) reading {
    uint8_t kind;
    volatile uint32_t value;
};

static struct reading reading;

void SysTick_Handler(void) {
    reading.value = SENSOR & 0xFFFU; // a.1
}

int main(void) {
    OUTPUT = reading.value; // a.2
    return 0;
}
