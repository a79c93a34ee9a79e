/* A meter whose mask depends on what it measures: only an exact reading needs the interrupt kept out. The test before the mask
   and the one for the exact reading differ at one level, and there the sum and the count come from two moments. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

#define EXACT_FROM 100
#define PER_PULSE 3

extern volatile unsigned char LEVEL;

static volatile unsigned sum, count;

void isr_3(void) {
    sum += PER_PULSE;
    count++;
}

int main(void) {
    enable_isr(3);
    for (int i = 0; i < 2; i++) {
        const unsigned char level = LEVEL;
        const int exact = level >= EXACT_FROM;

        if (level > EXACT_FROM) disable_isr(3);
        const unsigned read_sum = sum;
        const unsigned read_count = count;
        if (level > EXACT_FROM) enable_isr(3);
        if (exact) {
            assert(read_sum == PER_PULSE * read_count); // a.1
        }
    }
    return 0;
}
