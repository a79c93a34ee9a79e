// errno, strtol and limits.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

static volatile long setting;

void isr_1(void) { setting = LONG_MAX; }

int main(void) {
    errno = 0;
    long value = strtol("123", 0, 10);
    if (errno == ERANGE || value > INT_MAX) return 1;
    setting = value;
    return (int)(setting & CHAR_MAX);
}
