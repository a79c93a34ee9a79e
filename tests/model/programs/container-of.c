// From a member back to its record: the neighbours of the member are reached, other records are not.
// SHARED: list, timers[].fired, timers[].link.next
// NOT-SHARED: lonely.fired
#include <stddef.h>
struct link { struct link *next; };
struct timer { int period; struct link link; int fired; };
static struct timer timers[2];
static struct timer lonely;
static struct link *volatile list;

void isr_1(void) {
    for (struct link *l = list; l != 0; l = l->next) {
        struct timer *t = (struct timer *)((char *)l - offsetof(struct timer, link));
        t->fired++;
    }
}

int main(void) {
    timers[0].link.next = &timers[1].link;
    list = &timers[0].link;
    lonely.fired = 1;
    return timers[1].fired + lonely.fired;
}
