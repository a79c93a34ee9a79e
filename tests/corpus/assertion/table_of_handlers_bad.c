/* A constant table with the name of a vector table: hardware looks up the handlers in it, and they come at any time. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
static volatile unsigned low, high;
volatile unsigned bytes;

static void on_byte(void) { bytes++; }
static void check(void) {
    assert(low == high); // a.1
}

const struct entry {
    unsigned priority;
    void (*handler)(void);
} irq_vectors[2] = { { 1, on_byte }, { 2, check } };

int main(void) {
    low = 1;
    high = 1;
    return (int)irq_vectors[1].priority;
}
