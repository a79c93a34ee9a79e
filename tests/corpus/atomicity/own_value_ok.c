/*
 * The interrupt reads back the mode that it has set itself, between two stores of the main program. With the default
 * effect a read counts only if it sees what the main program stored, and this one never does.
 */
// options: --effect reaching
#include <stdint.h>

void enable_isr(int irq);

#define MODE_IDLE 0
#define MODE_RUN 1
#define MODE_SAFE 2

static volatile uint8_t mode;
static volatile uint8_t logged;

void isr_1(void) {
    mode = MODE_SAFE;
    logged = mode;
}

int main(void) {
    enable_isr(1);
    mode = MODE_RUN;
    mode = MODE_IDLE;
    return 0;
}
