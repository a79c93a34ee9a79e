/* The program itself calls what the table has at that place, when both halves are there. */
// options: --property assertion
#include <assert.h>
static volatile unsigned low, high;
volatile unsigned bytes;

static void on_byte(void) { bytes++; }
static void check(void) {
    assert(low == high);
}

const struct entry {
    unsigned priority;
    void (*handler)(void);
} irq_vectors[2] = { { 1, on_byte }, { 2, check } };

int main(void) {
    low = 1;
    high = 1;
    irq_vectors[1].handler();
    return 0;
}
