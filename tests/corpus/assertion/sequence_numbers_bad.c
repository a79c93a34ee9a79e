/* A sender with sequence numbers; the interrupt hears which frame was lost and goes back to it. Main takes a number, sends and
   writes the next one, over the number to which the interrupt went back: a frame is never sent again. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <stdint.h>
void enable_isr(int irq);
void disable_isr(int irq);
void __VERIFIER_assume(int condition);

extern volatile uint8_t LOST, RADIO;

static volatile uint8_t next;
static volatile uint8_t sent; /* one bit for each number since it was last lost */

void isr_2(void) {
    const uint8_t lost = LOST;

    __VERIFIER_assume(lost < next);
    next = lost;
    sent &= (uint8_t)((1 << lost) - 1);
}

static void send_next(void) {
    const uint8_t number = next;

    RADIO = number;
    sent |= (uint8_t)(1 << number);
    next = number + 1;
}

int main(void) {
    enable_isr(2);
    for (int i = 0; i < 3; i++) {
        send_next();
    }
    disable_isr(2);
    assert(sent == (1 << next) - 1); // a.1
    return 0;
}
