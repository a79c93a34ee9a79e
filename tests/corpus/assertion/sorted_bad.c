/*
 * Main sorts the last distances to take the median; the echo interrupt notes the next one meanwhile, and the median is
 * more than the longest one.
 */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <stdlib.h>

void enable_isr(int number);
void disable_isr(int number);

static unsigned char distances[3] = {30, 20, 10};

void isr_1(void) {
    distances[0] = 40;
}

static int compare(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void) {
    enable_isr(1);
    qsort(distances, 3, 1, compare);
    disable_isr(1);
    assert(distances[1] <= distances[2]); // a.1
    return 0;
}
