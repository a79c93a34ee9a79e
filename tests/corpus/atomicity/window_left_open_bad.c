/*
 * A function that is called with the timer switched off lets it in while it polls the bus. If the bus is busy, an
 * early return leaves the timer on, and the caller's critical section is none.
 */
// expect a: atomicity RWW timeouts harmful
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define TIMER_IRQ 1

extern volatile uint8_t BUS_BUSY;
extern volatile uint8_t ERRORS;

static volatile uint8_t timeouts;

void isr_1(void) {
    timeouts++; // a.2
}

static uint8_t poll_bus(void) {
    enable_isr(TIMER_IRQ);
    if (BUS_BUSY) {
        return 0;
    }
    disable_isr(TIMER_IRQ);
    return 1;
}

int main(void) {
    if (!poll_bus()) ERRORS = 1;
    ERRORS = timeouts; // a.1
    timeouts = 0; // a.3
    enable_isr(TIMER_IRQ);
    return 0;
}
