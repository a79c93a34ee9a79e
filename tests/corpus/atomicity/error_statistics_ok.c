/*
 * Error counters are passed down by pointer, two calls deep, and incremented there, from main and from the interrupt.
 * Main switches the interrupt off around the call that leads to the increment.
 */
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

struct statistics {
    uint16_t parity;
    uint16_t framing;
};

static volatile struct statistics statistics;

static void increment(volatile uint16_t *counter) {
    (*counter)++;
}

static void note_framing_error(volatile struct statistics *s) { increment(&s->framing); }

void isr_1(void) { note_framing_error(&statistics); }

static void check_frame(volatile struct statistics *s, uint8_t stop_bit) {
    if (stop_bit == 0) {
        disable_isr(1);
        note_framing_error(s);
        enable_isr(1);
    }
}

int main(void) {
    enable_isr(1);
    check_frame(&statistics, 0);
    return 0;
}
