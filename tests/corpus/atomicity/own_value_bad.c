/*
 * The interrupt reads back the mode that it has set itself, between two stores of the main program. With `--effect
 * any`, every access in between counts: the published definition.
 */
// options: --effect any
// expect a: atomicity WRW mode not-shown-harmful
#include <stdint.h>

void enable_isr(int irq);

#define MODE_IDLE 0
#define MODE_RUN 1
#define MODE_SAFE 2

static volatile uint8_t mode;
static volatile uint8_t logged;

void isr_1(void) {
    mode = MODE_SAFE;
    logged = mode; // a.2
}

int main(void) {
    enable_isr(1);
    mode = MODE_RUN; // a.1
    mode = MODE_IDLE; // a.3
    return 0;
}
