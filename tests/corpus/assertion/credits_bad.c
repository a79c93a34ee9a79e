/* Credits for a sender: main gives as many as the other side says, the interrupt spends them. Giving one is a read and a
   write, and what was spent in between comes back. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);
void __VERIFIER_assume(int condition);

extern volatile unsigned char WINDOW, TX_DATA;

static volatile unsigned credits, spent;

void isr_1(void) { /* transmitter empty */
    if (credits > 0) {
        TX_DATA = 0xa5;
        credits--;
        spent++;
    }
}

int main(void) {
    const unsigned char window = WINDOW;
    unsigned char given = 0;

    __VERIFIER_assume(window <= 3);
    enable_isr(1);
    while (given < window) {
        credits++;
        given++;
    }
    disable_isr(1);
    assert(credits + spent == given); // a.1
    return 0;
}
