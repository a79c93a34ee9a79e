/* A driver keeps the last CAN frame. Main takes a private copy with memcpy, with the interrupt that writes the frame
   kept out meanwhile. */
// options: --property race
typedef enum { CAN_RX_IRQn = 20 } IRQn_Type;
#include <core_cm3.h>
#include <string.h>

#define CAN_LOW (*(volatile uint32_t *)0x400065B8UL)
#define CAN_HIGH (*(volatile uint32_t *)0x400065BCUL)
#define CAN_SEND (*(volatile uint32_t *)0x40006588UL)

static uint32_t last[2];

void CAN_RX_IRQHandler(void) {
    const uint32_t low = CAN_LOW, high = CAN_HIGH;
    uint32_t *const to = last;

    for (int i = 0; i < 2; i++) to[i] = i == 0 ? low : high;
}

int main(void) {
    uint32_t copy[2];

    NVIC_EnableIRQ(CAN_RX_IRQn);
    NVIC_DisableIRQ(CAN_RX_IRQn);
    memcpy(copy, last, sizeof copy);
    NVIC_EnableIRQ(CAN_RX_IRQn);
    CAN_SEND = copy[0] ^ copy[1];
    return 0;
}
