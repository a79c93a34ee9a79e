/* A position of two words that the receiver's interrupt replaces as a whole. Main copies the structure with an
   assignment; half of the copy may be old and half new. */
// options: --property race
// expect a: race position.latitude
// expect b: race position.longitude
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
    position.latitude = 52; // a.1
    position.longitude = 13; // b.1
}

int main(void) {
    struct position copy;

    NVIC_EnableIRQ(USART2_IRQn);
    copy = position; // a.2 b.2
    DISPLAY = (uint32_t)(copy.latitude * 1000 + copy.longitude);
    return 0;
}
