#include "seen.h"

static volatile int stop;
static int total;

void isr_1(void) {
    stop = 1;
}

int main(void) {
    int i = 3;
    enable_isr(1);
    goto inside;
    while (i < 10) {
        total += i;
    inside:
        total += 100;
        i += 2;
        if (total > 450) goto out;
        if (i == 7) continue;
        total++;
    }
out:
    emit(total);
    emit(i);
again:
    if (i-- > 6) {
        for (int k = 0; k < 4; k++) {
            if (k == 2) goto again;
            total += k;
        }
    }
    emit(total);
    return 0;
}
