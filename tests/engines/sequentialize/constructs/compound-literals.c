#include "seen.h"

struct pt { int x, y; const char *n; };
static struct pt g;
static const int *arr;
static volatile int k;

void isr_1(void) {
    k = 1;
    g.x = 9;
}

static int use(const struct pt *p) {
    return p->x * p->y + p->n[0];
}

int main(void) {
    enable_isr(1);
    g = (struct pt){ .y = 4, .x = k + 3, .n = "zed" };
    emit(use(&(struct pt){ 2, 5, "a" }));
    emit(use(&g));
    arr = (const int[]){ 1, 2, 3 };
    emit(arr[k + 2]);
    emit(((int[4]){ 5, 6 })[1]);
    return 0;
}
