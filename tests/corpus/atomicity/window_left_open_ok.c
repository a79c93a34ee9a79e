/*
 * A function that is called with the timer switched off lets it in while it polls the bus. On every way out the timer
 * is switched off again.
 */
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define TIMER_IRQ 1

extern volatile uint8_t BUS_BUSY;
extern volatile uint8_t ERRORS;

static volatile uint8_t timeouts;

void isr_1(void) {
    timeouts++;
}

static uint8_t poll_bus(void) {
    enable_isr(TIMER_IRQ);
    if (BUS_BUSY) {
        disable_isr(TIMER_IRQ);
        return 0;
    }
    disable_isr(TIMER_IRQ);
    return 1;
}

int main(void) {
    if (!poll_bus()) ERRORS = 1;
    ERRORS = timeouts;
    timeouts = 0;
    enable_isr(TIMER_IRQ);
    return 0;
}
