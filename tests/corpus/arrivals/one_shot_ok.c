/* A reply is taken once: the handler switches its interrupt off. There is no second arrival, so all is said. */
// options: --arrivals auto --property assertion
// verdict: assertion holds unbounded
#include <assert.h>
#include <stdint.h>
typedef enum { TIM2_IRQn = 28 } IRQn_Type;
#include <core_cm4.h>

static volatile uint8_t replies;

void TIM2_IRQHandler(void) {
    replies++;
    NVIC_DisableIRQ(TIM2_IRQn);
}

int main(void) {
    NVIC_EnableIRQ(TIM2_IRQn);
    while (replies == 0)
        ;
    assert(replies == 1);
    for (;;)
        ;
}
