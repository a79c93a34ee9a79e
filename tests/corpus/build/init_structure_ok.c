/*
 * Two receivers count into one total. Their priorities are set by the initialisation structure of the vendor's
 * library; neither can interrupt the other.
 */
#include <stdint.h>

#define ISER ((volatile uint32_t *)0xe000e100UL)
#define PRIORITIES ((volatile uint8_t *)0xe000e400UL)
#define SHOWN (*(volatile uint32_t *)0x40000000UL)

typedef enum { USART1_IRQn = 37, USART2_IRQn = 38 } IRQn_Type;

typedef struct {
    uint8_t NVIC_IRQChannel;
    uint8_t NVIC_IRQChannelPreemptionPriority;
    uint8_t NVIC_IRQChannelSubPriority;
    uint8_t NVIC_IRQChannelCmd;
} NVIC_InitTypeDef;

static void NVIC_Init(const NVIC_InitTypeDef *init) {
    if (init->NVIC_IRQChannelCmd == 0) return;
    PRIORITIES[init->NVIC_IRQChannel] = (uint8_t)(init->NVIC_IRQChannelPreemptionPriority << 4);
    ISER[init->NVIC_IRQChannel >> 5] = 1U << (init->NVIC_IRQChannel & 31U);
}

static volatile uint32_t total;

void USART1_IRQHandler(void) {
    total++;
}

void USART2_IRQHandler(void) {
    total++;
}

int main(void) {
    NVIC_InitTypeDef init;

    init.NVIC_IRQChannel = USART1_IRQn;
    init.NVIC_IRQChannelPreemptionPriority = 1;
    init.NVIC_IRQChannelSubPriority = 0;
    init.NVIC_IRQChannelCmd = 1;
    NVIC_Init(&init);
    init.NVIC_IRQChannel = USART2_IRQn;
    init.NVIC_IRQChannelPreemptionPriority = 1;
    NVIC_Init(&init);
    for (;;) SHOWN = total;
}
