#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

struct s { int a; struct s *n; const char *t; int *p; };
static int arr[5] = { 1, 2, 3, 4, 5 };
static struct s y;
static struct s x = { 1, &y, "x\ty", &arr[3] }, y = { 2, &x, "" , arr + 1 };
static int *mid = &arr[2], *last = &((int *)&arr)[4];
static struct s *table[2][2] = { { &x, &y }, { [1] = &x } };
static const char msg[] = "a\"b\\c\x01z??/n";
static const char *const names[] = { [2] = "two", "three" };
static char exact[3] = "abc";
static void *self = &self;
static uintptr_t addr = (uintptr_t)&y;
static int (*arrp)[5] = &arr;
static char *inner = (char *)&arr[1] + 2;
static wchar_t w[] = L"hi";
static float nan_ = __builtin_nanf(""), inf_ = __builtin_inff(), tiny = 1e-40f;

int main(void) {
    enable_isr(1);
    emit(x.n->n->a);
    emit(x.t[1]);
    emit(*x.p + *y.p);
    emit(*mid + *last);
    emit(table[1][1]->a);
    emit(table[1][0] == 0);
    emit(msg[5]);
    emit(msg[7]);
    emit(sizeof msg);
    emit(names[3][1]);
    emit(names[0] == 0);
    emit(exact[2]);
    emit(self == &self);
    emit(((struct s *)addr)->a);
    emit((*arrp)[4]);
    emit(inner - (char *)arr);
    emit(w[1]);
    emit(nan_ != nan_);
    emit(inf_ > 1e30f);
    emit(tiny > 0);
    return 0;
}
