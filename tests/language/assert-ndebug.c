// flags: -DNDEBUG
// With NDEBUG an assertion is nothing, not even an access.
#include <assert.h>

static volatile int level;

void isr_1(void) { level = 3; }

int main(void) {
    assert(level == 0);
    return 0;
}
