// A growing array that only main owns, with its length shared.
#include <stdlib.h>

static volatile unsigned wanted = 2;

void isr_1(void) { wanted = 5; }

int main(void) {
    unsigned have = 0;
    int *values = 0;
    for (int round = 0; round < 2; round++) {
        unsigned need = wanted;
        if (need > have) {
            int *grown = realloc(values, need * sizeof *values);
            if (!grown) break;
            values = grown;
            for (; have < need; have++) values[have] = (int)have;
        }
    }
    int last = have ? values[have - 1] : -1;
    free(values);
    return last;
}
