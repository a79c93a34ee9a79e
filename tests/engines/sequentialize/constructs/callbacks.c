#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

typedef void (*cb)(void *, int);
struct timer { cb fn; void *arg; struct timer *next; };
static int total;

static void add(void *p, int n) {
    *(int *)p += n;
}

static void twice(void *p, int n) {
    add(p, n);
    add(p, n);
}

static struct timer t2 = { twice, &total, 0 }, t1 = { add, &total, &t2 }, *volatile list = &t1;

static void run(int n) {
    for (struct timer *t = list; t; t = t->next) if (t->fn) t->fn(t->arg, n);
}

static cb pick(int n) {
    return n ? add : twice;
}

int main(void) {
    enable_isr(1);
    run(3);
    pick(0)(&total, 1);
    void (*f)(int) = run;
    (*f)(1);
    (**f)(2);
    emit(total);
    emit(pick(1) == add);
    cb arr[2] = { add, 0 };
    emit(arr[1] == 0);
    arr[k](&total, 5);
    emit(total);
    return 0;
}
