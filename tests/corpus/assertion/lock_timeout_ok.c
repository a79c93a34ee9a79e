/* A flash page that two interrupts write. The more urgent one finds it locked by the one that it preempted, and leaves its
   record to the owner of the lock, which writes it before it lets go. */
// options: --property assertion
#include <assert.h>
void enable_isr(int irq);

extern volatile unsigned char PAGE;

static volatile unsigned char locked, writers, deferred;

static void write_page(unsigned char record) {
    writers++;
    assert(writers == 1);
    PAGE = record;
    writers--;
}

void isr_2(void) {
    locked = 1;
    write_page(2);
    if (deferred) {
        write_page(9);
        deferred = 0;
    }
    locked = 0;
}

void isr_9(void) {
    if (locked) {
        deferred = 1;
        return;
    }
    write_page(9);
}

int main(void) {
    enable_isr(2);
    enable_isr(9);
    return 0;
}
