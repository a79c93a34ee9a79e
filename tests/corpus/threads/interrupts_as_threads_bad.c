/* Taken for a thread, an interrupt is left half-way, and its flag does not keep it out: a false alarm of such tools. */
// options: --property assertion --interrupts-as-threads
// expect a: assertion
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
    assert(sent == acknowledged); // a.1
    return 0;
}
