// Functions that do not return.
#include <stdnoreturn.h>

static volatile int failures;

noreturn void halt(void);

static _Noreturn void fail(int code) {
    failures = code;
    halt();
}

void isr_1(void) {
    if (failures > 3) fail(9);
}

int main(void) {
    failures++;
    if (failures != 1) fail(2);
    return 0;
}
