/* A block of two samples with an owner. Main gives the block back when it has read it, but the interrupt fills it whoever
   the owner is. */
// options: --arrivals unbounded
// expect a: missing-volatile block.left not-shown-harmful
// expect b: missing-volatile block.right not-shown-harmful
// expect c: atomicity RWW owner harmful
// expect d: assertion
#include <assert.h>
typedef enum { I2S_IRQn = 35 } IRQn_Type;
#include <core_cm4.h>

#define OUTPUT (*(volatile uint32_t *)0x40007408UL)

enum owner { INTERRUPT, MAIN };

static struct {
    uint32_t left, right;
} block;
static volatile uint32_t owner;

void I2S_IRQHandler(void) {
    static uint32_t level;

    level ^= 1U;
    block.left = level;  // a.1
    block.right = level; // b.1
    owner = MAIN;        // c.2
}

int main(void) {
    NVIC_EnableIRQ(I2S_IRQn);
    for (;;) {
        if (owner == MAIN) { // c.1
            const uint32_t left = block.left;   // a.2
            const uint32_t right = block.right; // b.2

            assert(left == right); // d.1
            OUTPUT = left + right;
            owner = INTERRUPT; // c.3
        }
    }
}
