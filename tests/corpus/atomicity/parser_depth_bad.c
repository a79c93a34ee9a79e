/*
 * A recursive parser of nested blocks keeps its depth in a variable. The abort command overwrites that variable from
 * the interrupt: every increment and decrement on the way can be hit.
 */
// options: --property atomicity
// expect in: atomicity RWW depth harmful
// expect deeper: atomicity WWR depth harmful
// expect turn: atomicity WWR depth harmful
// expect out: atomicity RWW depth harmful
// expect higher: atomicity WWR depth harmful
#include <stdint.h>

void enable_isr(int irq);

#define ABORTED 0xFF

extern volatile uint8_t RESULT;

static volatile uint8_t depth;
static volatile uint8_t is_aborted;

void isr_1(void) {
    is_aborted = 1;
    depth = ABORTED; // in.2 deeper.2 turn.2 out.2 higher.2
}

static void parse_block(uint8_t blocks_inside) {
    depth++; // in.1 in.3 deeper.1 deeper.3 turn.1
    if (blocks_inside > 0) parse_block(blocks_inside - 1);
    depth--; // turn.3 out.1 out.3 higher.1 higher.3
}

int main(void) {
    enable_isr(1);
    parse_block(1);
    RESULT = is_aborted;
    return 0;
}
