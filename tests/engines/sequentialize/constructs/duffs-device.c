#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static void copy(uint8_t *to, const uint8_t *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--n > 0);
    }
}

static uint8_t a[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, b[9];

int main(void) {
    enable_isr(1);
    copy(b, a, 9);
    int s = 0;
    for (int i = 0; i < 9; i++) s = s * 3 + b[i];
    emit(s);
    return 0;
}
