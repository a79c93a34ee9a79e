/*
 * libopencm3: handlers are named usart2_isr, and their numbers are macros. What main does before it enables a number is
 * safe; behind it, main counts the bytes down with interrupts masked.
 */
// options: --platform cortex-m
// notes: 1

#define NVIC_USART2_IRQ 38
void nvic_enable_irq(unsigned char irq);
void cm_disable_interrupts(void);
void cm_enable_interrupts(void);

volatile unsigned waiting;
volatile unsigned handled;

void usart2_isr(void) {
    waiting++;
}

int main(void) {
    waiting += 2;
    nvic_enable_irq(NVIC_USART2_IRQ);
    for (;;) {
        if (waiting == 0) continue;
        cm_disable_interrupts();
        waiting--;
        cm_enable_interrupts();
        handled++;
    }
}
