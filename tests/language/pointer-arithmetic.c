// Differences, comparisons and steps of pointers.
#include <stddef.h>

static short ring[10];
static short *volatile head = ring;
ptrdiff_t used;

void isr_1(void) {
    short *next = head + 1;
    if (next == ring + 10) next = ring;
    *next = 1;
    head = next;
}

int main(void) {
    used = head - ring;
    for (short *p = ring; p < ring + 10; p += 2) *p = 0;
    return used > 4;
}
