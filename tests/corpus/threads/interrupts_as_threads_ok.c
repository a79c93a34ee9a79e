/* An interrupt runs to its end before main goes on, and its flag keeps it out. */
// options: --property assertion
#include <assert.h>

void enable_isr(int);
void disable_isr(int);

static volatile int sent, acknowledged;

void isr_1(void) {
    sent++;
    acknowledged++;
}

int main(void) {
    enable_isr(1);
    disable_isr(1);
    assert(sent == acknowledged);
    return 0;
}
