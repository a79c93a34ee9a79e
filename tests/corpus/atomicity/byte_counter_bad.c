/*
 * libopencm3: handlers are named usart2_isr, and their numbers are macros. What main does before it enables a number is
 * safe; behind it, counting down the bytes that have come loses one.
 */
// options: --platform cortex-m
// expect a: atomicity RWW waiting harmful
// notes: 1

#define NVIC_USART2_IRQ 38
void nvic_enable_irq(unsigned char irq);

volatile unsigned waiting;
volatile unsigned handled;

void usart2_isr(void) {
    waiting++; // a.2
}

int main(void) {
    waiting += 2;
    nvic_enable_irq(NVIC_USART2_IRQ);
    for (;;) {
        if (waiting == 0) continue;
        waiting--; // a.1 a.3
        handled++;
    }
}
