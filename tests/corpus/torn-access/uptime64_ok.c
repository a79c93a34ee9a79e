/* Microseconds since start in 64 bits on a 32-bit core. The reader takes two words with interrupts closed, and leaves
   them as it found them. */
// options: --property race
#include <core_cm4.h>

#define LOG (*(volatile uint32_t *)0x40004404UL)

static volatile uint64_t uptime = 0xFFFFFC18U;

void SysTick_Handler(void) {
    uptime += 1000U;
}

static uint64_t uptime_now(void) {
    const uint32_t masked = __get_PRIMASK();
    uint64_t copy;

    __disable_irq();
    copy = uptime;
    __set_PRIMASK(masked);
    return copy;
}

int main(void) {
    SysTick_Config(16000);
    LOG = (uint32_t)(uptime_now() >> 10);
    return 0;
}
