/* A frame decoder in the receive interrupt, and a more urgent time-out that throws a frame away. The decoder looks at the
   state and changes it later; a time-out in between leaves it in a payload without a length. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum { IDLE, HEADER, PAYLOAD };

extern volatile unsigned char LENGTH;

static volatile unsigned char state, length;

void isr_1(void) { /* receive */
    if (state == IDLE) {
        length = LENGTH | 1;
        state = HEADER;
    } else if (state == HEADER) {
        state = PAYLOAD;
    }
}

void isr_2(void) { /* time-out */
    state = IDLE;
    length = 0;
}

int main(void) {
    enable_isr(1);
    enable_isr(2);
    disable_isr(1);
    disable_isr(2);
    assert(state != PAYLOAD || length != 0); // a.1
    return 0;
}
