#include "seen.h"

static int buf[8];
static int *volatile wp = buf, *rp = buf;
static char *names[] = { "one", "two", "three" };
static void *opaque;
static volatile ptrdiff_t d;

void isr_1(void) {
    if (wp < buf + 8) *wp++ = 42;
}

int main(void) {
    enable_isr(1);
    *wp++ = 3;
    *wp++ = 4;
    d = wp - rp;
    emit((long)d);
    emit(*rp++ + rp[0]);
    char **np = names + 1;
    emit(**np++);
    emit((*np)[2]);
    opaque = &buf[3];
    *(int *)opaque = 5;
    emit(buf[3]);
    uintptr_t a = (uintptr_t)&buf[2], b = (uintptr_t)&buf[0];
    emit((long)(a - b));
    int **pp = (int **)&rp;
    (*pp)++;
    emit((long)(rp - buf));
    emit(np == names + 2);
    emit(!opaque);
    return 0;
}
