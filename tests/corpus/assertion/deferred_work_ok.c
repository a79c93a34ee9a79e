/* SysTick leaves the long part of its work to PendSV, which has the lowest priority of all: it starts when every other
   handler has ended, and finds the work complete. */
// options: --property assertion
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
    assert(work == ticks);
    work = 0;
}

int main(void) {
    NVIC_SetPriority(PendSV_IRQn, 15);
    NVIC_SetPriority(SysTick_IRQn, 8);
    for (;;) {
    }
}
