// assert on shared state.
#include <assert.h>

static volatile int level;

void isr_1(void) { level++; }

int main(void) {
    int before = level;
    int after = level;
    assert(after >= before);
    assert(level < 100 && "too high");
    return after;
}
