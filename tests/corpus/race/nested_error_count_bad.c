/* Two interrupts of different urgency count bus errors in one plain counter. The more urgent one may come in the middle
   of the other's read-modify-write; main only reads, with both kept out. */
// options: --property race
// expect a: missing-volatile bus_errors not-shown-harmful
typedef enum { SPI1_IRQn = 35, USART1_IRQn = 37 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

static uint32_t bus_errors;

void SPI1_IRQHandler(void) {
    bus_errors++; // a.1
}

void USART1_IRQHandler(void) {
    bus_errors++; // a.2
}

static uint32_t error_count(void) {
    uint32_t count;

    __disable_irq();
    count = bus_errors;
    __enable_irq();
    return count;
}

int main(void) {
    NVIC_SetPriority(SPI1_IRQn, 1);
    NVIC_SetPriority(USART1_IRQn, 5);
    NVIC_EnableIRQ(SPI1_IRQn);
    NVIC_EnableIRQ(USART1_IRQn);
    while (error_count() < 2) {
    }
    return 0;
}
