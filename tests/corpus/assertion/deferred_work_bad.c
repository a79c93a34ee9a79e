/* SysTick leaves the long part of its work to PendSV. That works only if PendSV is the less urgent one; with the priorities
   the other way round it starts in the middle of the tick that asked for it. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
typedef enum { PendSV_IRQn = -2, SysTick_IRQn = -1 } IRQn_Type;
#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

static volatile uint32_t ticks, work;

void SysTick_Handler(void) {
    ticks++;
    SCB->ICSR = SCB_ICSR_PENDSVSET_Msk;
    work = ticks;
}

void PendSV_Handler(void) {
    assert(work == ticks); // a.1
    work = 0;
}

int main(void) {
    NVIC_SetPriority(PendSV_IRQn, 1);
    NVIC_SetPriority(SysTick_IRQn, 8);
    for (;;) {
    }
}
