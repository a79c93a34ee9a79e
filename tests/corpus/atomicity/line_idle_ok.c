/*
 * A receiver notes that the line is busy and acts on its own note, a tick counts how long the line has been idle. Both
 * handlers have one priority: the tick waits until the receiver is done.
 */
// options: --isr on_receive:1:1 --isr on_tick:2:1
#include <stdint.h>

extern volatile uint8_t DATA;
extern volatile uint8_t RECEIVER_ON;

static volatile uint8_t idle_ticks = 3;
static volatile uint8_t last;

void on_receive(void) {
    idle_ticks = 0;
    last = DATA;
    if (idle_ticks == 0) RECEIVER_ON = 1;
}

void on_tick(void) {
    idle_ticks++;
}

int main(void) { return 0; }
