/*
 * A time stamp of 64 bits is read behind BASEPRI. The tick's priority is set as RTOS ports do it, by a word-wide write
 * to the system handlers' priorities; it is below the ceiling, so the tick waits.
 */
#include <stdint.h>

#define SHPR3 (*(volatile uint32_t *)0xe000ed20UL)
#define STAMP (*(volatile uint32_t *)0x40000000UL)
#define TICK_PRIORITY 0xf0U
#define CEILING 0x80U

static volatile uint64_t now = 0xffffffffU;

void SysTick_Handler(void) {
    now++;
}

static void set_ceiling(uint32_t value) {
    __asm volatile("msr basepri, %0" ::"r"(value) : "memory");
}

int main(void) {
    SHPR3 |= TICK_PRIORITY << 24;
    for (;;) {
        uint64_t copy;

        set_ceiling(CEILING);
        copy = now;
        set_ceiling(0);
        STAMP = (uint32_t)(copy >> 16);
    }
}
