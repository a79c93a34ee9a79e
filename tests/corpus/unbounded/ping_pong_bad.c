/* Two buffers: the interrupt fills one with a pair of samples, main looks at the other. Main looks at the buffer that is
   being filled and switches afterwards. */
// options: --arrivals unbounded
// expect a: missing-volatile samples[].left not-shown-harmful
// expect b: missing-volatile samples[].right not-shown-harmful
// expect c: assertion
#include <assert.h>
void enable_isr(int irq);

extern volatile short SUM;

struct pair {
    short left, right;
};

static struct pair samples[2];
static volatile unsigned char filling;

void isr_2(void) {
    static short level;
    const unsigned char at = filling;

    level = !level;
    samples[at].left = level;  // a.1
    samples[at].right = level; // b.1
}

int main(void) {
    enable_isr(2);
    for (;;) {
        const unsigned char full = filling;
        short left, right;

        left = samples[full].left;   // a.2
        right = samples[full].right; // b.2
        filling = !full;
        assert(left == right); // c.1
        SUM = left + right;
    }
}
