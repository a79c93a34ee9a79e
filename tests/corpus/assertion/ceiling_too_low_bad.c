/* A queue that main shares with two interrupts. Main raises BASEPRI to keep them out, but to the level of the less urgent
   one: the other still comes into the middle of the change. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
typedef enum { USART1_IRQn = 37, TIM3_IRQn = 29 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

#define USART_PRIORITY 8
#define TIMER_PRIORITY 5

static volatile uint32_t queued, added;

static void add(void) {
    queued++;
    added++;
}

void USART1_IRQHandler(void) {
    __set_BASEPRI(USART_PRIORITY << (8 - __NVIC_PRIO_BITS));
    add();
    __set_BASEPRI(0);
}

void TIM3_IRQHandler(void) {
    add();
}

int main(void) {
    NVIC_SetPriority(USART1_IRQn, USART_PRIORITY);
    NVIC_SetPriority(TIM3_IRQn, TIMER_PRIORITY);
    NVIC_EnableIRQ(USART1_IRQn);
    NVIC_EnableIRQ(TIM3_IRQn);
    __set_BASEPRI(USART_PRIORITY << (8 - __NVIC_PRIO_BITS));
    add();
    __set_BASEPRI(0);
    __disable_irq();
    assert(queued == added); // a.1
    return 0;
}
