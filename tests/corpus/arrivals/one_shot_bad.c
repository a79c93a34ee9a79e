/* A reply is taken once. Nothing keeps a second one from coming before main has looked at the first. */
// options: --arrivals auto --property assertion
// expect a: assertion
#include <assert.h>
#include <stdint.h>
typedef enum { TIM2_IRQn = 28 } IRQn_Type;
#include <core_cm4.h>

static volatile uint8_t replies;

void TIM2_IRQHandler(void) {
    replies++;
}

int main(void) {
    NVIC_EnableIRQ(TIM2_IRQn);
    while (replies == 0)
        ;
    assert(replies == 1); // a.1
    for (;;)
        ;
}
