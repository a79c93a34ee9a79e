#include "seen.h"

typedef enum { A = 1 << 0, B = 1 << 1, C = 1 << 2 } flag_t;
typedef struct node { struct node *next; flag_t f; int v; } node_t;
static node_t n1, n2 = { &n1, B, 5 }, *volatile head = &n2;
static volatile flag_t flags;

void isr_1(void) {
    flags |= C;
    n1.v++;
}

static int walk(node_t *n) {
    int s = 0;
    while (n) {
        s = s * 10 + n->v;
        n = n->next;
    }
    return s;
}

typedef int (*walker)(node_t *);
static walker w = walk;

int main(void) {
    enable_isr(1);
    flags = A | B;
    flags &= ~B;
    n1.v = 7;
    n1.f = flags;
    emit(flags);
    emit(walk(head));
    head = head->next;
    emit(w(head));
    emit(head->f);
    if (flags & (A | C) && !(flags & B)) emit(99);
    return 0;
}
