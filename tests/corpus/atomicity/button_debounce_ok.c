/*
 * A button counts as pressed after it was seen down in a few polls; an edge interrupt starts the count anew. The poll
 * switches the edge interrupt off.
 */
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define EDGE_IRQ 1
#define QUIET_POLLS 3

extern volatile uint8_t PRESSED;

static volatile uint8_t quiet = 2;

void isr_1(void) {
    quiet = 0;
}

static void poll(void) {
    disable_isr(EDGE_IRQ);
    if (quiet < QUIET_POLLS) {
        const uint8_t now = ++quiet;
        if (now == QUIET_POLLS) PRESSED = 1;
    }
    enable_isr(EDGE_IRQ);
}

int main(void) {
    enable_isr(EDGE_IRQ);
    poll();
    return 0;
}
