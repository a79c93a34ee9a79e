/* A block of two samples with an owner. The interrupt fills it only if it owns it and then gives it to main; main gives
   it back when it has read it. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
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

    if (owner != INTERRUPT) return;
    level ^= 1U;
    block.left = level;
    block.right = level;
    owner = MAIN;
}

int main(void) {
    NVIC_EnableIRQ(I2S_IRQn);
    for (;;) {
        if (owner == MAIN) {
            const uint32_t left = block.left;
            const uint32_t right = block.right;

            assert(left == right);
            OUTPUT = left + right;
            owner = INTERRUPT;
        }
    }
}
