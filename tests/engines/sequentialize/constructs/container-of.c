#include "seen.h"

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - (size_t)(&((type *)0)->member)))
#define from_member(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct list { struct list *next; };
struct device { int id; struct list node; volatile uint8_t busy; };

static struct device first = { 1, { NULL }, 0 }, second = { 2, { &first.node }, 3 };
static struct list *volatile head = &second.node;
static unsigned distance = (unsigned)((char *)&((struct device *)0)->busy - (char *)&((struct device *)0)->node);

void isr_1(void) {
    struct device *d = container_of(head, struct device, node);
    d->busy++;
    head = head->next;
}

int main(void) {
    enable_isr(1);
    for (struct list *n = head; n != NULL; n = n->next) {
        struct device *d = container_of(n, struct device, node);
        emit(d->id * 10 + d->busy);
        emit(from_member(&d->busy, struct device, busy) == d);
    }
    emit((long)distance);
    return 0;
}
