#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static int f(int x) {
    int n = 0;
    if (x & 1) goto b;
a:
    n++;
    if (n > 20) return n;
    if (x & 2) goto c;
b:
    n += 2;
c:
    n += 3;
    if (n < 15) goto a;
    if (n < 17 && (x & 4)) goto b;
    return n * 100 + x;
}

int main(void) {
    enable_isr(1);
    for (int i = 0; i < 8; i++) emit(f(i + k));
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) {
        for (;;) {
            if (i + j == 3) goto done;
            if (j == 1) goto next;
            break;
        }
        emit(i * 10 + j);
    next:
        ;
    }
done:
    return 0;
}
