/* A position of two words that the receiver's interrupt replaces as a whole. Main copies the structure with that
   interrupt disabled. */
// options: --property race
typedef enum { USART2_IRQn = 38 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define DISPLAY (*(volatile uint32_t *)0x40021014UL)

struct position {
    int32_t latitude;
    int32_t longitude;
};

static struct position position;

void USART2_IRQHandler(void) {
    position.latitude = 52;
    position.longitude = 13;
}

int main(void) {
    struct position copy;

    NVIC_EnableIRQ(USART2_IRQn);
    NVIC_DisableIRQ(USART2_IRQn);
    copy = position;
    NVIC_EnableIRQ(USART2_IRQn);
    DISPLAY = (uint32_t)(copy.latitude * 1000 + copy.longitude);
    return 0;
}
