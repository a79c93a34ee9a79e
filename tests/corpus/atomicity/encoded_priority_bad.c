/*
 * Cortex-M: both handlers count, and priorities are put together by NVIC_EncodePriority. The fast one has the more urgent
 * preemption priority and comes between the two halves of the slow one's update.
 */
// options: --platform cortex-m
// expect a: atomicity RWW events harmful

typedef int IRQn_Type;
enum { FAST_IRQn = 5, SLOW_IRQn = 6 };
void NVIC_EnableIRQ(IRQn_Type irq);
void NVIC_SetPriority(IRQn_Type irq, unsigned priority);
unsigned NVIC_GetPriorityGrouping(void);
unsigned NVIC_EncodePriority(unsigned group, unsigned preempt, unsigned sub);

volatile unsigned events;

void FAST_IRQHandler(void) {
    events++; // a.2
}

void SLOW_IRQHandler(void) {
    events += 2; // a.1 a.3
}

int main(void) {
    NVIC_SetPriority(FAST_IRQn, NVIC_EncodePriority(NVIC_GetPriorityGrouping(), 1, 0));
    NVIC_SetPriority(SLOW_IRQn, NVIC_EncodePriority(NVIC_GetPriorityGrouping(), 4, 1));
    NVIC_EnableIRQ(FAST_IRQn);
    NVIC_EnableIRQ(SLOW_IRQn);
    for (;;) {
    }
}
