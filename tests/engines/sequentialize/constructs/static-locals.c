#include "seen.h"

static volatile int k;

static int next(void) {
    static int counter = 7;
    static int hist[3];
    hist[counter % 3]++;
    return ++counter + hist[1];
}

void isr_1(void) {
    static int counter;
    counter++;
    k = counter;
}

int main(void) {
    static int counter = 100;
    enable_isr(1);
    counter += k;
    emit(next());
    emit(next());
    emit(next());
    emit(counter);
    return 0;
}
