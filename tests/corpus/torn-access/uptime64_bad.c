/* Microseconds since start in 64 bits on a 32-bit core. The reader takes two words, and SysTick may carry from the lower
   into the upper one between them. */
// options: --property race
// expect a: torn-access uptime
#include <core_cm4.h>

#define LOG (*(volatile uint32_t *)0x40004404UL)

static volatile uint64_t uptime = 0xFFFFFC18U;

void SysTick_Handler(void) {
    uptime += 1000U; // a.1
}

static uint64_t uptime_now(void) {
    uint64_t copy;

    copy = uptime; // a.2
    return copy;
}

int main(void) {
    SysTick_Config(16000);
    LOG = (uint32_t)(uptime_now() >> 10);
    return 0;
}
