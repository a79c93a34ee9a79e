/* Two buffers: the interrupt fills one with a pair of samples, main looks at the other. Main switches first; from then on
   the interrupt fills the other buffer, however often it comes. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
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
    samples[at].left = level;
    samples[at].right = level;
}

int main(void) {
    enable_isr(2);
    for (;;) {
        const unsigned char full = filling;
        short left, right;

        filling = !full;
        left = samples[full].left;
        right = samples[full].right;
        assert(left == right);
        SUM = left + right;
    }
}
