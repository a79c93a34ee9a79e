/* A log for three levels of interrupts. Who comes in the middle of a log entry writes to the spare list, with the third
   level, which flushes it, kept out. */
// options: --property assertion
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
    if (logging) {
        disable_isr(3);
        append(&spare, 22);
        enable_isr(3);
    }
}

void isr_3(void) { /* power fails */
    unsigned char sum = 0;

    for (unsigned char i = 0; i < spare.used; i++) sum += spare.entries[i];
    assert(sum == spare.sum);
}

int main(void) {
    enable_isr(-1);
    return 0;
}
