// One-bit _Bool fields.
#include <stdbool.h>

struct flags {
    bool armed : 1;
    bool fired : 1;
    bool done : 1;
};

static volatile struct flags flags;

void isr_1(void) {
    if (flags.armed) flags.fired = true;
}

int main(void) {
    flags.armed = true;
    flags.done = flags.fired;
    return flags.done;
}
