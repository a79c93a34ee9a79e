#include "seen.h"

enum st { IDLE, RUN = 5, DONE, LAST = DONE + 2 };
static const int table[LAST + 1] = { [IDLE] = 3, [RUN] = 1, [DONE] = -4 };
static struct { enum st s; int a[3][2]; struct { char c; short h; } n[2]; } cfg = { .a = { [1] = { 7, 8 }, [2][1] = 3 }, .n[1] = { .h = -2, .c = 'x' }, .s = RUN };
static volatile enum st state = IDLE;

void isr_1(void) {
    state = DONE;
    cfg.a[0][0]++;
}

int main(void) {
    enable_isr(1);
    enum st s = state;
    if (s == IDLE) state = RUN;
    for (int i = 0; i <= LAST; i++) emit(table[i]);
    for (int i = 0; i < 6; i++) emit(cfg.a[i / 2][i % 2]);
    emit(cfg.n[1].h);
    emit(cfg.n[1].c);
    emit(cfg.s);
    emit(state);
    return 0;
}
