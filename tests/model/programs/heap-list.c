// Nodes from the heap: the list that the interrupt fills is shared, the one that only main knows is not.
// SHARED: inbox, malloc at heap-list.c:10 +0, malloc at heap-list.c:10 +8
// NOT-SHARED: scratch
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *inbox;
static struct node *scratch;

static struct node *from_interrupt(void) {
    return malloc(sizeof(struct node));
}

void isr_1(void) {
    struct node *n = from_interrupt();
    n->value = 1;
    n->next = inbox;
    inbox = n;
}

int main(void) {
    scratch = malloc(sizeof(struct node));
    scratch->value = 4;
    return inbox->value + (inbox->next != 0) + scratch->value;
}
