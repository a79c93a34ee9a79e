#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static int global;

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

int x1 = 1, x2 = 2;

static int sidefx(void) {
    return global++;
}

static int arr[4];

int main(void) {
    enable_isr(1);
    swap(&x1, &x2);
    emit(x1);
    int i = 0;
    arr[i++] = i;
    arr[sidefx()] += 3;
    arr[sidefx() + 1] = sidefx();
    emit(arr[0]);
    emit(arr[2]);
    emit(global);
    int a = 5;
    a += a++ * 0 + 2;
    emit(a > 4);
    x1 = x2 = k;
    emit(x1 + x2);
    (void)sidefx();
    emit(global), emit(global + 1);
    if (sidefx() && sidefx()) emit(3);
    else emit(4);
    emit(!sidefx() == 0);
    while (sidefx() < 9);
    emit(global);
    return 0;
}
