/* Two buffers: the interrupt fills one with a pair of samples, main looks at the other. Main switches first and then
   looks at the buffer that is filled no more. */
// options: --property assertion --arrivals 2
#include <assert.h>

struct pair {
    short left, right;
};

static volatile struct pair samples[2];
static volatile unsigned char filling;
static short level;

void isr_1(void) {
    level++;
    samples[filling].left = level;
    samples[filling].right = level;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        const unsigned char full = filling;
        short left, right;

        filling = !full;
        left = samples[full].left;
        right = samples[full].right;
        assert(left == right);
    }
    return 0;
}
