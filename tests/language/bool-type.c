// _Bool: every nonzero value becomes 1.
#include <stdbool.h>

static volatile bool ready;
static bool history[4];
static double voltage = 0.25;

void isr_1(void) { ready = 4; }

int main(void) {
    history[0] = ready;
    history[1] = voltage;
    history[2] = voltage > 0 ? &voltage != (void *)history : 0;
    history[3] = !history[0] && history[1];
    ready ^= 1;
    return history[2];
}
