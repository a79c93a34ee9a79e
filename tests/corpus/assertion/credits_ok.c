/* Credits for a sender: main gives as many as the other side says, the interrupt spends them. Giving one is a single,
   indivisible step. */
// options: --property assertion --arrivals 2
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
        __atomic_fetch_add(&credits, 1, __ATOMIC_RELAXED);
        given++;
    }
    disable_isr(1);
    assert(credits + spent == given);
    return 0;
}
