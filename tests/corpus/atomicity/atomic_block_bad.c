/*
 * The handler sees one half of a message of two bytes. Neither byte is accessed twice by main, so no pattern is
 * completed: only that both are meant to be one makes it a mistake.
 */
// expect a: atomicity read-mistake high
#include <preempt.h>
#include <stdint.h>

static volatile uint8_t low, high;
static volatile uint8_t seen_low, seen_high;

void isr_1(void) {
    seen_low = low;
    seen_high = high; // a.2
}

int main(void) {
    preempt_expect_atomic_begin("message");
    low = 1;  // a.1
    high = 1; // a.3
    preempt_expect_atomic_end();
    return 0;
}
