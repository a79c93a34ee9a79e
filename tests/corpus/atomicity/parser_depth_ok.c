/*
 * A recursive parser of nested blocks keeps its depth in a variable. The abort command sets a flag of its own, which
 * is looked at once, at the end.
 */
// options: --property atomicity
#include <stdint.h>

void enable_isr(int irq);

#define ABORTED 0xFF

extern volatile uint8_t RESULT;

static volatile uint8_t depth;
static volatile uint8_t is_aborted;

void isr_1(void) {
    is_aborted = 1;
}

static void parse_block(uint8_t blocks_inside) {
    depth++;
    if (blocks_inside > 0) parse_block(blocks_inside - 1);
    depth--;
}

int main(void) {
    enable_isr(1);
    parse_block(1);
    RESULT = is_aborted;
    return 0;
}
