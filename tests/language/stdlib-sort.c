// A library function that calls back.
#include <stdlib.h>

static int readings[5] = {5, 3, 4, 1, 2};

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void isr_1(void) { readings[4] = 9; }

int main(void) {
    qsort(readings, 5, sizeof readings[0], compare);
    return readings[2];
}
