// A length that is known only at run time.
#include <string.h>

static char line[32];
static volatile unsigned length;

void isr_1(void) {
    length = 5;
    line[4] = '!';
}

int main(void) {
    char copy[32] = {0};
    unsigned n = length;
    if (n < sizeof copy) memcpy(copy, line, n);
    return copy[4];
}
