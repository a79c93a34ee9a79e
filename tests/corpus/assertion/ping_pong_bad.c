/* Two buffers: the interrupt fills one with a pair of samples, main looks at the other. Here main looks first and
   switches afterwards, so it reads the very buffer that is being filled. */
// options: --property assertion --arrivals 2
// expect a: assertion
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

        left = samples[full].left;
        right = samples[full].right;
        filling = !full;
        assert(left == right); // a.1
    }
    return 0;
}
