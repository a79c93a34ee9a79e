/*
 * A button counts as pressed after it was seen down in a few polls; an edge interrupt starts the count anew. The poll
 * checks the count, where the restart does no harm, and increments it, where the restart is undone.
 */
// expect late: atomicity RWR quiet not-shown-harmful
// expect undone: atomicity RWW quiet harmful
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define EDGE_IRQ 1
#define QUIET_POLLS 3

extern volatile uint8_t PRESSED;

static volatile uint8_t quiet = 2;

void isr_1(void) {
    quiet = 0; // late.2 undone.2
}

static void poll(void) {
    if (quiet < QUIET_POLLS) { // late.1
        const uint8_t now = ++quiet; // late.3 undone.1 undone.3
        if (now == QUIET_POLLS) PRESSED = 1;
    }
}

int main(void) {
    enable_isr(EDGE_IRQ);
    poll();
    return 0;
}
