#include "seen.h"

static volatile _Bool flag;
static bool marks[3];
static volatile int v = 8;

void isr_1(void) {
    flag = 1;
    marks[1] = !marks[1];
}

static bool both(bool a, int b) {
    return a && b;
}

int main(void) {
    enable_isr(1);
    bool t = v;
    flag = t;
    flag = !flag;
    marks[0] = v & 4;
    marks[2] = (bool)(v & 8);
    emit(t + flag);
    emit(both(marks[2], v));
    emit(marks[0]);
    emit(sizeof marks);
    bool x = flag ^ marks[2];
    emit(x);
    if (x != flag) emit(-1);
    return 0;
}
