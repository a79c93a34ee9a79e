/*
 * A receiver notes that the line is busy and acts on its own note, a tick counts how long the line has been idle. The
 * tick has the higher priority and may count in between, so the receiver misses the byte that it has just seen.
 */
// options: --isr on_receive:1:1 --isr on_tick:2:2
// expect a: atomicity WWR idle_ticks harmful
#include <stdint.h>

extern volatile uint8_t DATA;
extern volatile uint8_t RECEIVER_ON;

static volatile uint8_t idle_ticks = 3;
static volatile uint8_t last;

void on_receive(void) {
    idle_ticks = 0; // a.1
    last = DATA;
    if (idle_ticks == 0) RECEIVER_ON = 1; // a.3
}

void on_tick(void) {
    idle_ticks++; // a.2
}

int main(void) { return 0; }
