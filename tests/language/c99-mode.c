// flags: -std=c99
// Strict C99: no GNU keywords.
#include <stdbool.h>
#include <stdint.h>

static volatile uint_fast8_t level;
static bool raised;

void isr_1(void) { level = 9; }

int main(void) {
    for (int i = 0; i < 2; i++) raised = raised || level > 5;
    return raised;
}
