/* A log for three levels of interrupts. Who comes in the middle of a log entry writes to the spare list; that is safe against
   the one below, but the third level flushes the list and may find it half written. It takes all three levels to see it. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

struct list {
    unsigned char entries[4];
    unsigned char used;
    unsigned char sum; /* of the entries */
};

static volatile struct list lines, spare;
static volatile unsigned char logging;

static void append(volatile struct list *list, unsigned char entry) {
    list->entries[list->used] = entry;
    list->used++;
    list->sum += entry;
}

void isr_1(void) { /* communication */
    logging = 1;
    append(&lines, 11);
    logging = 0;
}

void isr_2(void) { /* sampling */
    if (logging) append(&spare, 22);
}

void isr_3(void) { /* power fails */
    unsigned char sum = 0;

    for (unsigned char i = 0; i < spare.used; i++) sum += spare.entries[i];
    assert(sum == spare.sum); // a.1
}

int main(void) {
    enable_isr(-1);
    return 0;
}
