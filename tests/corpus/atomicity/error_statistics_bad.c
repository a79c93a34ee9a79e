/*
 * Error counters are passed down by pointer, two calls deep, and incremented there, from main and from the interrupt.
 * Nothing keeps the interrupt out of main's increment.
 */
// expect a: atomicity RWW statistics.framing harmful
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

struct statistics {
    uint16_t parity;
    uint16_t framing;
};

static volatile struct statistics statistics;

static void increment(volatile uint16_t *counter) {
    (*counter)++; // a.1 a.2 a.3
}

static void note_framing_error(volatile struct statistics *s) { increment(&s->framing); }

void isr_1(void) { note_framing_error(&statistics); }

static void check_frame(volatile struct statistics *s, uint8_t stop_bit) {
    if (stop_bit == 0) {
        note_framing_error(s);
    }
}

int main(void) {
    enable_isr(1);
    check_frame(&statistics, 0);
    return 0;
}
