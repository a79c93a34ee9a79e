#include "seen.h"

struct reg { volatile uint8_t ctrl; volatile uint16_t data; uint8_t pad; };
static struct reg r0, r1;
static volatile struct reg *cur = &r0;
static volatile struct { int x; struct { int y[2]; } in; } vs;

void isr_1(void) {
    cur = &r1;
    cur->data = 5;
    vs.in.y[1]++;
}

int main(void) {
    enable_isr(1);
    cur->ctrl |= 3;
    cur->data = (uint16_t)(cur->data + 0xfff0);
    cur->data += 0x20;
    vs.x = 4;
    vs.in.y[vs.x & 1] = 6;
    vs.in.y[1] += vs.x;
    emit(r0.ctrl);
    emit(r0.data);
    emit(vs.in.y[0] * 10 + vs.in.y[1]);
    struct reg copy = r0;
    emit(copy.data);
    return 0;
}
