/*
 * A position is copied as a struct when it is valid, and then marked as used. Check, copy and mark are one critical
 * section.
 */
// options: --property atomicity
#include <core_cm4.h>

enum { USART2_IRQn = 38 };

#define RADIO (*(volatile uint32_t *)0x40020014UL)

struct fix {
    uint32_t is_valid;
    int32_t latitude;
    int32_t longitude;
};

static struct fix fix = {1, 10, 20};

void USART2_IRQHandler(void) {
    fix.latitude = 11;
    fix.longitude = 21;
    fix.is_valid = 1;
}

int main(void) {
    struct fix copy = {0, 0, 0};

    NVIC_EnableIRQ(USART2_IRQn);
    __disable_irq();
    if (fix.is_valid) {
        copy = fix;
        fix.is_valid = 0;
    }
    __enable_irq();
    if (copy.is_valid) RADIO = (uint32_t)(copy.latitude + copy.longitude);
    return 0;
}
