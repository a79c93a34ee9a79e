#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define SWAP(t, a, b) do { t tmp_ = (a); (a) = (b); (b) = tmp_; } while (0)
#define FIELD(x) .x = x
struct q { int head, tail; uint8_t data[4]; };
static volatile struct q q = { .data = { 9 } };

static inline bool put(volatile struct q *p, uint8_t v) {
    int next = (p->head + 1) & 3;
    if (next == p->tail) return false;
    p->data[p->head] = v;
    p->head = next;
    return true;
}

int main(void) {
    enable_isr(1);
    int a = 3, b = 4;
    SWAP(int, a, b);
    emit(MIN(a++, b++));
    emit(a);
    emit(b);
    for (int i = 0; i < 5; i++) emit(put(&q, (uint8_t)i));
    emit(q.data[1]);
    emit(q.head);
    struct { int a, b; } s = { FIELD(a), FIELD(b) };
    emit(s.a - s.b);
    emit(_Generic(k, int: 1, default: 2));
    _Static_assert(sizeof(int) == 4, "x");
    return 0;
}
